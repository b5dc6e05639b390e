package org.partita.wire.api.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

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
    private long cutBytes;
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
            return Found.without(wish, reader.bounds(), Left.NO_ROOM);
        } catch (RuntimeException refused) {
            return Found.failed(wish, FetchErrors.of(refused, wish.key()));
        }
    }

    private void add(Found result) {
        Wish wish = wishes.get(found.size());
        found.add(result);
        lackedRoom |= result.left() == Left.NO_ROOM;
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
        return reader.slice(wish.offset(), Math.max(1, limit), slice -> !first && slice.lengthBytes() > limit
            ? tooLarge(slice, wish, bounds) : taken(slice, wish, bounds)).toCompletableFuture();
    }

    private static Found tooLarge(LogSlice slice, Wish wish, PartitionBounds bounds) {
        slice.close();
        return Found.without(wish, bounds, Left.BEYOND_LIMIT);
    }

    /** Touches nothing of the round, which may have given up this read. */
    private Found taken(LogSlice slice, Wish wish, PartitionBounds bounds) {
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

    /** Whether batches that are there were left out, because others are held for the moment or a read is stuck. */
    boolean lackedRoom() {
        return lackedRoom;
    }

    /** It is not sent. */
    void release() {
        found.forEach(each -> each.batches().release());
    }
}
