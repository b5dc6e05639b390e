package org.partita.wire.api.fetch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FetchMetadata;

/**
 * What one client fetches again and again, and what it was told last (KIP-227). Those that had batches go to the end,
 * so that each gets its turn. Used under the lock of {@link FetchSessions}.
 */
final class FetchSession {
    private static final long NEVER_TOLD = -1;

    private final int id;
    private final boolean byId;
    private final long createdMillis;
    private final Map<PartitionKey, Kept> kept = new LinkedHashMap<>();
    private int epoch = FetchMetadata.nextEpoch(FetchMetadata.INITIAL_EPOCH);
    private long usedMillis;

    private record Kept(Wish wish, long toldHighWatermark, long toldLogStartOffset) {
        Kept with(Wish changed) {
            return new Kept(changed, toldHighWatermark, toldLogStartOffset);
        }
    }

    FetchSession(int id, Map<PartitionKey, Wish> wishes, boolean byId, long nowMillis) {
        this.id = id;
        this.byId = byId;
        this.createdMillis = nowMillis;
        this.usedMillis = nowMillis;
        wishes.forEach((key, wish) -> kept.put(key, new Kept(wish, NEVER_TOLD, NEVER_TOLD)));
    }

    int id() {
        return id;
    }

    boolean byId() {
        return byId;
    }

    int epoch() {
        return epoch;
    }

    int size() {
        return kept.size();
    }

    long createdMillis() {
        return createdMillis;
    }

    long usedMillis() {
        return usedMillis;
    }

    /** How many of these it does not have yet. */
    int lacking(Map<PartitionKey, Wish> wishes) {
        return (int) wishes.keySet().stream().filter(key -> !kept.containsKey(key)).count();
    }

    /** The next request of the client. */
    void go(Map<PartitionKey, Wish> wishes, List<PartitionKey> forgotten, long nowMillis) {
        wishes.forEach((key, wish) ->
            kept.merge(key, new Kept(wish, NEVER_TOLD, NEVER_TOLD), (before, fresh) -> before.with(wish)));
        forgotten.forEach(kept::remove);
        epoch = FetchMetadata.nextEpoch(epoch);
        usedMillis = nowMillis;
    }

    List<Wish> wishes() {
        return kept.values().stream().map(Kept::wish).toList();
    }

    /** What of this the client does not know yet; counts as told from now on. What it has forgotten is released. */
    List<Found> news(List<Found> found, boolean all) {
        List<Found> news = new ArrayList<>();
        for (Found each : found) {
            Kept before = kept.get(each.key());
            if (before == null) {
                each.batches().release();
                continue;
            }
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
