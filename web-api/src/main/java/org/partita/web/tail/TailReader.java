package org.partita.web.tail;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.partita.core.broker.FetchResult;
import org.partita.core.execution.Timers.Cancellable;
import org.partita.storage.PartitionId;
import org.partita.web.fetch.MessageSize;

/**
 * Reads the partitions of one tail in turn, a page at a time. Belongs to the loop of the tail.
 *
 * <p>What a read brings is accounted for when it arrives, and dropped if there is no room: a read that hangs holds
 * nothing of what all tails have together.
 */
final class TailReader {
    private static final long ROOM_RETRY_MILLIS = 500;
    /** After this the other partitions are not kept waiting. Their disks may be well. */
    private static final long PATIENCE_MILLIS = 100;

    private final TailSource source;
    private final TailPlace place;
    private final TailSlot slot;
    private final ReadTurns turns;
    private final TailLoop loop;
    private final Taker taker;
    /** Being read or waited for. */
    private final boolean[] busy;
    private final long[] highWatermarks;
    /** For a message alone that had no room before; 0 for a page as usual. */
    private final long[] neededBytes;
    /** Turns that were asked for and not begun, by index. */
    private final Map<Integer, Runnable> inLine = new HashMap<>();
    private int nextIndex;
    private int reads;
    /** Whether the last read is still worth waiting for. */
    private boolean reading;
    private Cancellable patience = () -> { };

    TailReader(TailSource source, TailPlace place, TailSlot slot, ReadTurns turns, TailLoop loop, Taker taker) {
        this.source = source;
        this.place = place;
        this.slot = slot;
        this.turns = turns;
        this.loop = loop;
        this.taker = taker;
        this.busy = new boolean[place.partitions()];
        this.highWatermarks = new long[place.partitions()];
        this.neededBytes = new long[place.partitions()];
        Arrays.fill(highWatermarks, Long.MAX_VALUE);
    }

    /** Whose pages these are. On the loop. */
    interface Taker {
        /** Whether any page is wanted. */
        boolean reads();

        /** Whether there is a page that is not given yet. */
        boolean hasPage();

        /** @param reservedBytes of the slot: at least the size of the page */
        void take(int index, FetchResult page, long reservedBytes);

        /** {@link #next} may have something to do again. */
        void goOn();

        void fail(Throwable failure);
    }

    /** What a read brought. @param page none if there was no room for it */
    private record Arrival(List<FetchResult> page, long sizeBytes) {
    }

    /** Reads the next partition that is not known to have nothing, unless that is under way. */
    void next() {
        for (int tried = 0; tried < busy.length && !reading; tried++) {
            int index = nextIndex;
            nextIndex = (nextIndex + 1) % busy.length;
            if (busy[index]) continue;
            busy[index] = true;
            if (place.nextOffset(index) >= highWatermarks[index]) await(index, place.nextOffset(index));
            else begin(index);
        }
    }

    /** There was no room for the next message, which takes so much: it is read again alone, a little later. */
    void readAlone(int index, long sizeBytes) {
        neededBytes[index] = sizeBytes;
        loop.later(ROOM_RETRY_MILLIS, taker::goOn);
    }

    private void begin(int index) {
        PartitionId partition = id(index);
        int number = ++reads;
        reading = true;
        if (busy.length > 1) patience = loop.later(PATIENCE_MILLIS, () -> ended(number));
        Runnable turn = () -> loop.run(() -> read(index, number));
        inLine.put(index, turn);
        turns.take(partition, turn);
    }

    /** The tail has ended. Where a disk hangs the lines do not move, and clients that come and go would fill them. */
    void close() {
        inLine.forEach((index, turn) -> turns.leave(id(index), turn));
        inLine.clear();
        patience.cancel();
    }

    private PartitionId id(int index) {
        return source.partition(place.partition(index));
    }

    /** In its turn. */
    private void read(int index, int number) {
        inLine.remove(index);
        long needed = neededBytes[index];
        if (!taker.reads()) {
            turns.done(id(index));
        } else if (!slot.hasRoom(Math.max(TailSource.PAGE_BYTES, needed))) {
            turns.done(id(index));
            readLater(index, number);
        } else {
            slot.fetchBegun();
            source.read(place.partition(index), place.nextOffset(index), needed > 0).thenApply(page ->
                reserved(page, needed)).whenComplete((arrival, failure) -> loop.run(() -> {
                    turns.done(id(index));
                    slot.fetchEnded();
                    if (failure == null) arrived(index, number, arrival);
                    else if (taker.reads()) taker.fail(failure);
                }));
        }
    }

    /** On the thread that brings the page, which the broker accounts for until then. */
    private Arrival reserved(FetchResult page, long neededBytes) {
        long sizeBytes = Math.max(MessageSize.of(page), neededBytes);
        return new Arrival(slot.tryReserve(sizeBytes) ? List.of(page) : List.of(), sizeBytes);
    }

    private void arrived(int index, int number, Arrival arrival) {
        boolean wanted = taker.reads() && !taker.hasPage();
        if (!arrival.page().isEmpty() && !wanted) slot.release(arrival.sizeBytes());
        if (!taker.reads()) return;
        if (arrival.page().isEmpty()) {
            neededBytes[index] = arrival.sizeBytes();
            readLater(index, number);
            return;
        }
        busy[index] = false;
        if (wanted) {
            FetchResult page = arrival.page().get(0);
            neededBytes[index] = 0;
            highWatermarks[index] = page.highWatermark();
            taker.take(index, page, arrival.sizeBytes());
        }
        ended(number);
    }

    private void readLater(int index, int number) {
        loop.later(ROOM_RETRY_MILLIS, () -> {
            busy[index] = false;
            ended(number);
        });
    }

    /** This read, or the patience with it. */
    private void ended(int number) {
        if (number == reads) {
            reading = false;
            patience.cancel();
        }
        taker.goOn();
    }

    private void await(int index, long offset) {
        slot.fetchBegun();
        source.await(place.partition(index), offset).whenComplete((result, failure) -> loop.run(() -> {
            slot.fetchEnded();
            if (!taker.reads()) return;
            if (failure != null) {
                taker.fail(failure);
            } else if (result.highWatermark() > offset) {
                highWatermarks[index] = result.highWatermark();
                busy[index] = false;
                taker.goOn();
            } else {
                await(index, offset);
            }
        }));
    }
}
