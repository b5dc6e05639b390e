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
import org.partita.core.log.slice.BatchSlice;
import org.partita.core.log.state.EpochEnd;
import org.partita.core.metadata.TopicRef;
import org.partita.wire.api.TopicIds;
import org.partita.wire.records.BatchTaker;
import org.partita.wire.records.StoredBatches;

/** Reads what is there of all partitions of a fetch, one after the other, until its bytes are used up. */
final class Round {
    private final Broker broker;
    private final BatchTaker taker;
    private final List<Wish> wishes;
    private final List<Found> found = new ArrayList<>();
    private final List<SeenWatermark> seen = new ArrayList<>();
    private final CompletableFuture<Round> done = new CompletableFuture<>();
    private int leftBytes;
    private long sizeBytes;
    private long cutBytes;
    private boolean urgent;
    private boolean full;
    private boolean lackedRoom;

    Round(Broker broker, BatchTaker taker, List<Wish> wishes, int maxBytes) {
        this.broker = broker;
        this.taker = taker;
        this.wishes = wishes;
        this.leftBytes = maxBytes;
    }

    /** What fails is one of the results; if nobody foresaw it all does, and nothing is held. */
    CompletionStage<Round> run() {
        step();
        return done;
    }

    /** On one thread after the other. */
    private void step() {
        try {
            advance();
        } catch (RuntimeException | Error unforeseen) {
            release();
            done.completeExceptionally(unforeseen);
        }
    }

    private void advance() {
        while (found.size() < wishes.size()) {
            Wish wish = wishes.get(found.size());
            CompletableFuture<Found> next = read(wish).exceptionally(failure ->
                Found.failed(wish, FetchErrors.of(Failures.bare(failure), wish.key())));
            if (!next.isDone()) {
                next.thenAccept(result -> {
                    add(result);
                    step();
                });
                return;
            }
            add(next.join());
        }
        done.complete(this);
    }

    private void add(Found result) {
        found.add(result);
        sizeBytes += result.sizeBytes();
        leftBytes = Math.max(0, leftBytes - result.sizeBytes());
        full |= leftBytes == 0;
        urgent |= result.urgent();
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
        int limit = Math.min(Math.max(0, wish.maxBytes()), leftBytes);
        if (limit == 0 && sizeBytes > 0) return CompletableFuture.completedFuture(Found.nothing(wish, bounds));
        return reader.slice(wish.offset(), Math.max(1, limit), slice -> taken(slice, wish, bounds, limit))
            .toCompletableFuture();
    }

    private Found taken(BatchSlice slice, Wish wish, PartitionBounds bounds, int limitBytes) {
        int foundBytes = slice.bytes().lengthBytes();
        if (sizeBytes > 0 && foundBytes > limitBytes) {
            slice.close();
            cut(limitBytes, 0);
            return Found.nothing(wish, bounds);
        }
        Optional<StoredBatches> taken = taker.take(slice.bytes());
        if (taken.isEmpty()) {
            lackedRoom = true;
            return Found.nothing(wish, bounds);
        }
        if (slice.nextOffset() < bounds.highWatermark()) cut(limitBytes, foundBytes);
        return Found.batches(wish, bounds, taken.get(), slice.nextOffset());
    }

    /** There is more than is given. The limit counts as reached, as if batches could be cut. */
    private void cut(int limitBytes, int givenBytes) {
        full |= limitBytes == leftBytes;
        cutBytes += Math.max(0, limitBytes - givenBytes);
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

    /** Whether batches that are there were left out, because others are held for the moment. */
    boolean lackedRoom() {
        return lackedRoom;
    }

    /** It is not sent. */
    void release() {
        found.forEach(each -> each.batches().release());
    }
}
