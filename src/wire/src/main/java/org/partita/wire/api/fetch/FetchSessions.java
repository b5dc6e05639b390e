package org.partita.wire.api.fetch;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FetchMetadata;

import org.partita.core.execution.Budget;

/**
 * The sessions of all clients, which may use them from any connection. Nobody waits: a session that another request
 * uses is out of turn for this one. When there are as many as may be, a new one takes the place of one that nobody uses
 * or that is smaller and old; else its client goes on without one.
 */
final class FetchSessions {
    /** A place in the list of wishes, and what was seen of it. */
    private static final int LISTED_BYTES = 64;

    private final FetchLimits limits;
    private final LongSupplier nowMillis;
    private final Map<Integer, FetchSession> sessions = new ConcurrentHashMap<>();
    private final Budget count;
    private final Budget bytes;

    FetchSessions(FetchLimits limits, LongSupplier nowMillis) {
        this.limits = limits;
        this.nowMillis = nowMillis;
        this.count = new Budget(limits.maxSessions());
        this.bytes = new Budget(limits.maxSessionBytes());
    }

    /** What a fetch is about. To be closed when it is answered. */
    final class Turn implements AutoCloseable {
        private final Optional<FetchSession> session;
        private final boolean full;
        private final List<Wish> wishes;
        private final Errors error;

        private Turn(Optional<FetchSession> session, boolean full, List<Wish> wishes, Errors error) {
            this.session = session;
            this.full = full;
            this.wishes = wishes;
            this.error = error;
        }

        /** 0 without one. */
        int sessionId() {
            return session.map(FetchSession::id).orElse(FetchMetadata.INVALID_SESSION_ID);
        }

        List<Wish> wishes() {
            return wishes;
        }

        Errors error() {
            return error;
        }

        /** About what it keeps beside a session while it waits. */
        long heapBytes() {
            return session.isPresent() ? (long) LISTED_BYTES * wishes.size() : FetchSession.bytes(wishes);
        }

        /** What of this is news to the client. */
        List<Found> news(List<Found> found) {
            return session.map(each -> each.news(found, full)).orElse(found);
        }

        @Override
        public void close() {
            session.ifPresent(each -> {
                if (each.free()) release(each);
            });
        }
    }

    private Turn refused(Errors error) {
        return new Turn(Optional.empty(), true, List.of(), error);
    }

    private Turn alone(Map<PartitionKey, Wish> wishes) {
        return new Turn(Optional.empty(), true, List.copyOf(wishes.values()), Errors.NONE);
    }

    Turn begin(FetchMetadata asked, boolean byId, Map<PartitionKey, Wish> wishes, List<PartitionKey> forgotten) {
        if (!asked.isFull()) return next(asked, byId, wishes, forgotten);
        remove(asked.sessionId());
        if (asked.epoch() == FetchMetadata.FINAL_EPOCH || wishes.isEmpty() || !reserve(wishes)) {
            return alone(wishes);
        }
        FetchSession session;
        do {
            int id = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
            session = new FetchSession(id, wishes, byId, nowMillis.getAsLong());
        } while (sessions.putIfAbsent(session.id(), session) != null);
        return new Turn(Optional.of(session), true, session.wishes(), Errors.NONE);
    }

    private Turn next(FetchMetadata asked, boolean byId, Map<PartitionKey, Wish> wishes,
                      List<PartitionKey> forgotten) {
        FetchSession session = sessions.get(asked.sessionId());
        if (session == null) return refused(Errors.FETCH_SESSION_ID_NOT_FOUND);
        if (!session.claim()) return refused(Errors.INVALID_FETCH_SESSION_EPOCH);
        Turn turn = new Turn(Optional.of(session), false, List.of(), session.check(asked, byId));
        long lacking = session.lackingBytes(wishes);
        boolean fits = turn.error() != Errors.NONE || bytes.tryReserve(lacking);
        if (turn.error() != Errors.NONE || !fits) {
            if (!fits) remove(session.id());
            turn.close();
            return refused(fits ? turn.error() : Errors.FETCH_SESSION_ID_NOT_FOUND);
        }
        long before = session.heapBytes();
        session.go(wishes, forgotten, nowMillis.getAsLong());
        bytes.release(before + lacking - session.heapBytes());
        if (session.size() > 0) return new Turn(Optional.of(session), false, session.wishes(), Errors.NONE);
        remove(session.id());
        turn.close();
        return alone(Map.of());
    }

    private boolean reserve(Map<PartitionKey, Wish> wishes) {
        long needed = FetchSession.bytes(wishes.values());
        if (!bytes.tryReserve(needed)) return false;
        if (count.tryReserve(1) || makeRoom(wishes.size()) && count.tryReserve(1)) return true;
        bytes.release(needed);
        return false;
    }

    private boolean makeRoom(int newSize) {
        long nowOldMillis = nowMillis.getAsLong() - limits.sessionMillis();
        Optional<FetchSession> unused = sessions.values().stream()
            .filter(each -> each.usedMillis() < nowOldMillis)
            .min(Comparator.comparingLong(FetchSession::usedMillis));
        Optional<FetchSession> given = unused.isPresent() ? unused : sessions.values().stream()
            .filter(each -> each.createdMillis() < nowOldMillis && each.size() < newSize)
            .min(Comparator.comparingInt(FetchSession::size));
        given.ifPresent(each -> remove(each.id()));
        return given.isPresent();
    }

    /** One that a request has claimed still counts until that is answered. */
    private void remove(int id) {
        FetchSession removed = sessions.remove(id);
        if (removed != null && removed.end()) release(removed);
    }

    private void release(FetchSession ended) {
        count.release(1);
        bytes.release(ended.heapBytes());
    }

    long count() {
        return count.used();
    }

    long heapBytes() {
        return bytes.used();
    }
}
