package org.partita.wire.api.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.Uuid;

import org.partita.core.broker.Broker;
import org.partita.core.broker.read.PartitionBounds;
import org.partita.core.broker.read.PartitionReader;
import org.partita.core.broker.read.SeenWatermark;
import org.partita.core.execution.Failures;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.log.state.EpochEnd;
import org.partita.core.metadata.TopicRef;
import org.partita.storage.LogSlice;
import org.partita.wire.records.BatchTaker;
import org.partita.wire.records.CopiedBatches;
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
        Uuid id = key.topicId();
        return broker.reader(new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits()), key.partition());
    }

    /** The first batch of an answer is given whatever its size, or a client would never get past it. */
    private CompletableFuture<Found> batches(Wish wish, PartitionReader reader, PartitionBounds bounds) {
        int limit = Math.min(Math.max(0, wish.maxBytes()), leftBytes);
        boolean first = sizeBytes == 0;
        if (limit == 0 && !first) return CompletableFuture.completedFuture(Found.nothing(wish, bounds));
        return reader.slice(wish.offset(), Math.max(1, limit), slice -> taken(slice, limit, first))
            .thenApply(batches -> Found.batches(wish, bounds, batches)).toCompletableFuture();
    }

    private StoredBatches taken(LogSlice slice, int limitBytes, boolean first) {
        if (!first && slice.lengthBytes() > limitBytes) {
            slice.close();
            full |= limitBytes == leftBytes;
            return CopiedBatches.NONE;
        }
        Optional<StoredBatches> taken = taker.take(slice);
        lackedRoom |= taken.isEmpty();
        return taken.orElse(CopiedBatches.NONE);
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

    long sizeBytes() {
        return sizeBytes;
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
