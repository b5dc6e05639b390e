package org.partita.wire.api.fetch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FetchMetadata;

/**
 * What one client fetches again and again, and what it was told last (KIP-227). Those that had batches go to the end,
 * so that each gets its turn. Belongs to the one request that has claimed it, whichever connection that came on.
 */
final class FetchSession {
    private static final long NEVER_TOLD = -1;

    private final int id;
    private final boolean byId;
    private final long createdMillis;
    private final Map<PartitionKey, Kept> kept = new LinkedHashMap<>();
    private final AtomicReference<Use> use = new AtomicReference<>(Use.CLAIMED);
    private int epoch = FetchMetadata.nextEpoch(FetchMetadata.INITIAL_EPOCH);
    private volatile long usedMillis;
    private volatile int size;
    private volatile long heapBytes;

    /** ENDING: whoever has claimed it ends it. */
    private enum Use { FREE, CLAIMED, ENDING, ENDED }

    private record Kept(Wish wish, long toldHighWatermark, long toldLogStartOffset) {
        Kept with(Wish changed) {
            return new Kept(changed, toldHighWatermark, toldLogStartOffset);
        }
    }

    /** A new one is claimed by who makes it. */
    FetchSession(int id, Map<PartitionKey, Wish> wishes, boolean byId, long nowMillis) {
        this.id = id;
        this.byId = byId;
        this.createdMillis = nowMillis;
        this.usedMillis = nowMillis;
        wishes.forEach((key, wish) -> kept.put(key, new Kept(wish, NEVER_TOLD, NEVER_TOLD)));
        measure();
    }

    private void measure() {
        size = kept.size();
        heapBytes = bytes(wishes());
    }

    static long bytes(Collection<Wish> wishes) {
        return wishes.stream().mapToLong(Wish::heapBytes).sum();
    }

    int id() {
        return id;
    }

    /** By any thread. */
    int size() {
        return size;
    }

    /** About what it keeps. By any thread. */
    long heapBytes() {
        return heapBytes;
    }

    long createdMillis() {
        return createdMillis;
    }

    /** By any thread. */
    long usedMillis() {
        return usedMillis;
    }

    /** @return false if another request has it, or it has ended */
    boolean claim() {
        return use.compareAndSet(Use.FREE, Use.CLAIMED);
    }

    /** The request that has claimed it is done with it. @return whether it ended meanwhile: so it has now */
    boolean free() {
        Use before = use.getAndUpdate(now -> now == Use.CLAIMED ? Use.FREE : now == Use.ENDING ? Use.ENDED : now);
        return before == Use.ENDING;
    }

    /** By any thread. @return whether it has ended with this; if not, it does when it is free */
    boolean end() {
        Use before = use.getAndUpdate(now -> now == Use.FREE ? Use.ENDED : now == Use.CLAIMED ? Use.ENDING : now);
        return before == Use.FREE;
    }

    /** Why this is not the next request of the session. */
    Errors check(FetchMetadata asked, boolean askedById) {
        if (epoch != asked.epoch()) return Errors.INVALID_FETCH_SESSION_EPOCH;
        return byId == askedById ? Errors.NONE : Errors.FETCH_SESSION_TOPIC_ID_ERROR;
    }

    /** What those of these take that it does not have yet. */
    long lackingBytes(Map<PartitionKey, Wish> wishes) {
        return bytes(wishes.values().stream().filter(wish -> !kept.containsKey(wish.key())).toList());
    }

    /** The next request of the client. */
    void go(Map<PartitionKey, Wish> wishes, List<PartitionKey> forgotten, long nowMillis) {
        wishes.forEach((key, wish) ->
            kept.merge(key, new Kept(wish, NEVER_TOLD, NEVER_TOLD), (before, fresh) -> before.with(wish)));
        forgotten.forEach(kept::remove);
        epoch = FetchMetadata.nextEpoch(epoch);
        usedMillis = nowMillis;
        measure();
    }

    List<Wish> wishes() {
        return kept.values().stream().map(Kept::wish).toList();
    }

    /** What of this the client does not know yet; counts as told from now on. */
    List<Found> news(List<Found> found, boolean all) {
        List<Found> news = new ArrayList<>();
        for (Found each : found) {
            Kept before = kept.get(each.key());
            boolean changed = each.data().highWatermark() != before.toldHighWatermark()
                || each.data().logStartOffset() != before.toldLogStartOffset();
            if (all || changed || each.urgent() || each.sizeBytes() > 0) news.add(each);
            tell(each, before);
        }
        return news;
    }

    /** After an error everything is news. */
    private void tell(Found told, Kept before) {
        boolean failed = told.error() != Errors.NONE;
        Kept after = new Kept(before.wish(), failed ? NEVER_TOLD : told.data().highWatermark(),
            failed ? NEVER_TOLD : told.data().logStartOffset());
        if (told.sizeBytes() > 0) kept.remove(told.key());
        kept.put(told.key(), after);
    }
}
