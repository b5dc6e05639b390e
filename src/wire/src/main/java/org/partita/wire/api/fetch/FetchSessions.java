package org.partita.wire.api.fetch;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FetchMetadata;

/**
 * The sessions of all clients, which may use them from any connection: hence the lock, under which nothing is called.
 * When there are as many as may be, a new one takes the place of one that nobody uses or that is smaller and old; else
 * its client goes on without one.
 */
final class FetchSessions {
    private final FetchLimits limits;
    private final LongSupplier nowMillis;
    private final Map<Integer, FetchSession> sessions = new HashMap<>();
    private long partitions;

    FetchSessions(FetchLimits limits, LongSupplier nowMillis) {
        this.limits = limits;
        this.nowMillis = nowMillis;
    }

    /**
     * What a fetch is about.
     *
     * @param sessionId 0 without one
     * @param full whether the answer has all partitions, or only what is news to the client
     */
    record Turn(int sessionId, boolean full, List<Wish> wishes, Errors error) {
        private static Turn refused(Errors error) {
            return new Turn(FetchMetadata.INVALID_SESSION_ID, true, List.of(), error);
        }

        private static Turn alone(Map<PartitionKey, Wish> wishes) {
            return new Turn(FetchMetadata.INVALID_SESSION_ID, true, List.copyOf(wishes.values()), Errors.NONE);
        }
    }

    synchronized Turn begin(FetchMetadata asked, boolean byId, Map<PartitionKey, Wish> wishes,
                            List<PartitionKey> forgotten) {
        if (!asked.isFull()) return next(asked, byId, wishes, forgotten);
        remove(asked.sessionId());
        if (asked.epoch() == FetchMetadata.FINAL_EPOCH || wishes.isEmpty()) return Turn.alone(wishes);
        return created(byId, wishes).map(session ->
            new Turn(session.id(), true, session.wishes(), Errors.NONE)).orElseGet(() -> Turn.alone(wishes));
    }

    private Turn next(FetchMetadata asked, boolean byId, Map<PartitionKey, Wish> wishes,
                      List<PartitionKey> forgotten) {
        FetchSession session = sessions.get(asked.sessionId());
        if (session == null) return Turn.refused(Errors.FETCH_SESSION_ID_NOT_FOUND);
        if (session.epoch() != asked.epoch()) return Turn.refused(Errors.INVALID_FETCH_SESSION_EPOCH);
        if (session.byId() != byId) return Turn.refused(Errors.FETCH_SESSION_TOPIC_ID_ERROR);
        if (partitions + session.lacking(wishes) > limits.maxSessionPartitions()) {
            remove(session.id());
            return Turn.refused(Errors.FETCH_SESSION_ID_NOT_FOUND);
        }
        int before = session.size();
        session.go(wishes, forgotten, nowMillis.getAsLong());
        partitions += session.size() - before;
        if (session.size() > 0) return new Turn(session.id(), false, session.wishes(), Errors.NONE);
        remove(session.id());
        return Turn.alone(Map.of());
    }

    private Optional<FetchSession> created(boolean byId, Map<PartitionKey, Wish> wishes) {
        boolean fits = sessions.size() < limits.maxSessions() || makeRoom(wishes.size());
        if (!fits || partitions + wishes.size() > limits.maxSessionPartitions()) return Optional.empty();
        FetchSession session = new FetchSession(unusedId(), wishes, byId, nowMillis.getAsLong());
        sessions.put(session.id(), session);
        partitions += session.size();
        return Optional.of(session);
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

    private int unusedId() {
        while (true) {
            int id = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
            if (!sessions.containsKey(id)) return id;
        }
    }

    private void remove(int id) {
        FetchSession removed = sessions.remove(id);
        if (removed != null) partitions -= removed.size();
    }

    /** What of this the client of the session does not know yet. */
    synchronized List<Found> news(Turn turn, List<Found> found) {
        FetchSession session = sessions.get(turn.sessionId());
        return session == null ? found : session.news(found, turn.full());
    }

    synchronized int count() {
        return sessions.size();
    }

    synchronized long partitions() {
        return partitions;
    }
}
