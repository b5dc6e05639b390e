package org.partita.wire.api.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

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

/**
 * Reads what is there of all partitions of a fetch, one after the other, until its bytes are used up. Goes on without a
 * read that is stuck.
 */
final class Round {
    private static final int NOTHING = -1;

    private final Broker broker;
    private final BatchTaker taker;
    private final List<Wish> wishes;
    private final StuckReads stuck;
    private final long patientUntilMillis;
    private final List<Found> found = new ArrayList<>();
    private final List<SeenWatermark> seen = new ArrayList<>();
    private final CompletableFuture<Round> done = new CompletableFuture<>();
    /** Of which wish a read is waited for. Who takes it from here goes on, be it the read or who gives it up. */
    private final AtomicInteger awaited = new AtomicInteger(NOTHING);
    private PartitionReader reading;
    private int leftBytes;
    private long sizeBytes;
    private boolean urgent;
    private boolean full;
    private boolean lackedRoom;

    /** @param patientUntilMillis by the clock of those that are stuck */
    Round(Broker broker, BatchTaker taker, List<Wish> wishes, int maxBytes, StuckReads stuck,
          long patientUntilMillis) {
        this.broker = broker;
        this.taker = taker;
        this.wishes = wishes;
        this.leftBytes = maxBytes;
        this.stuck = stuck;
        this.patientUntilMillis = patientUntilMillis;
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
            stuck.ended(this);
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
                await(next);
                return;
            }
            add(next.join());
        }
        stuck.ended(this);
        done.complete(this);
    }

    private void await(CompletableFuture<Found> next) {
        int number = found.size();
        PartitionReader reader = reading;
        stuck.waits(this);
        awaited.set(number);
        next.thenAccept(result -> {
            if (awaited.compareAndSet(number, NOTHING)) {
                add(result);
                step();
            } else {
                result.batches().release();
                stuck.remove(reader);
            }
        });
    }

    /** On any thread: the partition that is read has nothing in this answer, if patience with it is over by then. */
    void goOnWithoutRead(long nowMillis) {
        int number = awaited.get();
        if (number == NOTHING || nowMillis < patientUntilMillis) return;
        PartitionReader reader = reading;
        // Before it is given up: once it is, its end takes it out again.
        stuck.add(reader);
        if (!awaited.compareAndSet(number, NOTHING)) {
            stuck.remove(reader);
            return;
        }
        add(unread(wishes.get(number), reader));
        step();
    }

    private Found unread(Wish wish, PartitionReader reader) {
        try {
            return left(wish, reader.bounds());
        } catch (RuntimeException refused) {
            return Found.failed(wish, FetchErrors.of(refused, wish.key()));
        }
    }

    /** What is there is left out for the moment. */
    private Found left(Wish wish, PartitionBounds bounds) {
        lackedRoom = true;
        return Found.nothing(wish, bounds);
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
            if (stuck.contains(reader)) return CompletableFuture.completedFuture(left(wish, bounds));
            reading = reader;
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

    /** Whether batches that are there were left out, because others are held for the moment or a read is stuck. */
    boolean lackedRoom() {
        return lackedRoom;
    }

    /** It is not sent. */
    void release() {
        found.forEach(each -> each.batches().release());
    }
}
