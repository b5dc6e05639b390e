package org.partita.wire.api.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.partita.core.broker.Broker;
import org.partita.core.broker.read.PartitionBounds;
import org.partita.core.broker.read.PartitionReader;
import org.partita.core.broker.read.SeenWatermark;
import org.partita.core.execution.Failures;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.log.state.EpochEnd;
import org.partita.core.metadata.TopicRef;
import org.partita.storage.LogSlice;
import org.partita.wire.api.TopicIds;
import org.partita.wire.api.fetch.Found.Left;
import org.partita.wire.records.BatchTaker;

/**
 * Reads what is there of all partitions of a fetch, one after the other, until its bytes or its time are used up. Goes
 * on without a read that is stuck.
 */
final class Round {
    /** No read is begun later, so that an answer comes before clients give up, which many do after 30 s. */
    private static final long READING_MILLIS = 5_000;

    private final Broker broker;
    private final BatchTaker taker;
    private final List<Wish> wishes;
    private final StuckReads stuck;
    private final CompletionStage<Void> hurry;
    private final long beganMillis;
    private final List<Found> found = new ArrayList<>();
    private final List<SeenWatermark> seen = new ArrayList<>();
    private final CompletableFuture<Round> done = new CompletableFuture<>();
    private PartitionReader reading;
    private int leftBytes;
    private long sizeBytes;
    private long cutBytes;
    private boolean urgent;
    private boolean full;
    private boolean lackedRoom;
    private boolean metStuck;

    /** @param hurry completes when a read that does not end is not to be waited for any more */
    Round(Broker broker, BatchTaker taker, List<Wish> wishes, int maxBytes, StuckReads stuck,
          CompletionStage<Void> hurry) {
        this.broker = broker;
        this.taker = taker;
        this.wishes = wishes;
        this.leftBytes = maxBytes;
        this.stuck = stuck;
        this.hurry = hurry;
        this.beganMillis = stuck.nowMillis();
    }

    /** What fails is one of the results; if nobody foresaw it all does, and nothing is held. */
    CompletionStage<Round> run() {
        step(() -> { });
        return done;
    }

    /** What a read that was waited for has found. On any thread, as all that follows; one after the other. */
    void goOnWith(Found result) {
        step(() -> add(result));
    }

    /** The partition that is read has no batches in this answer. */
    void goOnWithout(PartitionReader reader) {
        step(() -> add(unread(wishes.get(found.size()), reader)));
    }

    private void step(Runnable first) {
        try {
            first.run();
            advance();
        } catch (RuntimeException | Error unforeseen) {
            fail(unforeseen);
        }
    }

    void fail(Throwable unforeseen) {
        release();
        done.completeExceptionally(unforeseen);
    }

    private void advance() {
        while (found.size() < wishes.size()) {
            Wish wish = wishes.get(found.size());
            CompletableFuture<Found> next = read(wish).exceptionally(failure ->
                Found.failed(wish, FetchErrors.of(Failures.bare(failure), wish.key())));
            if (!next.isDone()) {
                stuck.await(this, reading, next);
                return;
            }
            add(next.join());
        }
        done.complete(this);
    }

    /** Whether nobody wants to wait for its reads any more. */
    boolean isHurried() {
        return hurry.toCompletableFuture().isDone();
    }

    private Found unread(Wish wish, PartitionReader reader) {
        try {
            return Found.without(wish, reader.bounds(), Left.STUCK);
        } catch (RuntimeException refused) {
            return Found.failed(wish, FetchErrors.of(refused, wish.key()));
        }
    }

    private void add(Found result) {
        Wish wish = wishes.get(found.size());
        found.add(result);
        lackedRoom |= result.left() == Left.NO_ROOM;
        metStuck |= result.left() == Left.STUCK;
        if (result.left() == Left.BEYOND_LIMIT) cut(limit(wish), result.sizeBytes());
        sizeBytes += result.sizeBytes();
        leftBytes = Math.max(0, leftBytes - result.sizeBytes());
        full |= leftBytes == 0;
        urgent |= result.urgent();
    }

    /** There is more than is given. The limit counts as reached, as if batches could be cut. */
    private void cut(int limitBytes, int givenBytes) {
        full |= limitBytes == leftBytes;
        cutBytes += Math.max(0, limitBytes - givenBytes);
    }

    private int limit(Wish wish) {
        return Math.min(Math.max(0, wish.maxBytes()), leftBytes);
    }

    private CompletableFuture<Found> read(Wish wish) {
        try {
            PartitionReader reader = reader(wish.key());
            PartitionBounds bounds = reader.bounds();
            seen.add(new SeenWatermark(reader, bounds.highWatermark()));
            LeaderEpochs.require(wish.leaderEpoch(), bounds);
            requireWithin(wish, bounds);
            Optional<Found> diverging = diverging(wish, reader, bounds);
            if (diverging.isPresent()) return CompletableFuture.completedFuture(diverging.get());
            if (wish.offset() >= bounds.highWatermark() || leftBytes == 0) {
                return CompletableFuture.completedFuture(Found.nothing(wish, bounds));
            }
            if (stuck.contains(reader)) {
                return CompletableFuture.completedFuture(Found.without(wish, bounds, Left.STUCK));
            }
            if (stuck.nowMillis() - beganMillis >= READING_MILLIS) {
                return CompletableFuture.completedFuture(Found.without(wish, bounds, Left.NO_ROOM));
            }
            reading = reader;
            return batches(wish, reader, bounds);
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private PartitionReader reader(PartitionKey key) {
        if (!key.byId()) return broker.reader(TopicRef.named(key.topic()), key.partition());
        return broker.reader(TopicIds.of(key.topicId()), key.partition());
    }

    /** The first batch of an answer is given whatever its size, or a client would never get past it. */
    private CompletableFuture<Found> batches(Wish wish, PartitionReader reader, PartitionBounds bounds) {
        int limit = limit(wish);
        boolean first = sizeBytes == 0;
        if (limit == 0 && !first) return CompletableFuture.completedFuture(Found.nothing(wish, bounds));
        // Not the round: the read may be given up, and hang longer than the answer is to be held.
        BatchTaker to = taker;
        return reader.slice(wish.offset(), Math.max(1, limit), slice -> !first && slice.lengthBytes() > limit
            ? tooLarge(slice, wish, bounds) : taken(to, slice, wish, bounds)).toCompletableFuture();
    }

    private static Found tooLarge(LogSlice slice, Wish wish, PartitionBounds bounds) {
        slice.close();
        return Found.without(wish, bounds, Left.BEYOND_LIMIT);
    }

    private static Found taken(BatchTaker taker, LogSlice slice, Wish wish, PartitionBounds bounds) {
        if (slice.lengthBytes() == 0) {
            slice.close();
            return Found.nothing(wish, bounds);
        }
        return taker.take(slice).map(batches -> Found.batches(wish, bounds, batches))
            .orElseGet(() -> Found.without(wish, bounds, Left.NO_ROOM));
    }

    private static void requireWithin(Wish wish, PartitionBounds bounds) {
        boolean within = wish.offset() >= bounds.logStartOffset() && wish.offset() <= bounds.logEndOffset();
        if (!within) throw outOfRange(wish, bounds);
    }

    private static OffsetOutOfRangeException outOfRange(Wish wish, PartitionBounds bounds) {
        return new OffsetOutOfRangeException(wish.offset(), bounds.logStartOffset(), bounds.highWatermark());
    }

    /** Whether the batch before the offset was written in another epoch here than there, or ends earlier. */
    private static Optional<Found> diverging(Wish wish, PartitionReader reader, PartitionBounds bounds) {
        int last = wish.lastFetchedEpoch();
        if (last == LeaderEpochs.UNKNOWN || last == bounds.leaderEpoch()) return Optional.empty();
        if (last > bounds.leaderEpoch()) throw outOfRange(wish, bounds);
        EpochEnd end = reader.endOfEpoch(last);
        int epoch = end.epoch() == EpochEnd.NO_EPOCH ? last : end.epoch();
        boolean parts = epoch < last || end.endOffset() < wish.offset();
        return parts ? Optional.of(Found.diverging(wish, bounds, epoch, end.endOffset())) : Optional.empty();
    }

    List<Found> found() {
        return found;
    }

    /** What there was of the partitions that are served. */
    List<SeenWatermark> seen() {
        return seen;
    }

    /** Bytes of the batches, and what is missing to the limits of partitions that have more. */
    long reachedBytes() {
        return sizeBytes + cutBytes;
    }

    /** Whether to answer at once. */
    boolean urgent() {
        return urgent;
    }

    /** Whether the bytes of the fetch are used up, so that more cannot come. */
    boolean full() {
        return full;
    }

    /** Whether batches that are there were left out, because others are held for the moment or time was up. */
    boolean lackedRoom() {
        return lackedRoom;
    }

    /** Whether batches that are there were left out, because a read is stuck. */
    boolean metStuck() {
        return metStuck;
    }

    /** It is not sent. */
    void release() {
        found.forEach(each -> each.batches().release());
    }
}
