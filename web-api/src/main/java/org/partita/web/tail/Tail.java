package org.partita.web.tail;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;

import org.partita.core.broker.FetchResult;
import org.partita.core.execution.Loop;
import org.partita.core.execution.Timers;
import org.partita.core.record.LogRecord;
import org.partita.web.fetch.MessageSize;
import org.partita.web.problem.Problems;

/**
 * Sends the messages of some partitions to one client for ever.
 *
 * <p>At most one page of one partition is held, and the next one is read when the client has taken it: a client that
 * reads slowly slows down its own tail. All state belongs to the loop.
 */
final class Tail implements EventStream.Listener {
    private static final long STALL_MILLIS = 10_000;
    private static final long ROOM_RETRY_MILLIS = 500;

    private final TailSource source;
    private final TailPlace place;
    private final TailSlot slot;
    private final ReadTurns turns;
    private final TailOutput output;
    private final String requestId;
    private final Loop loop;
    private final Timers timers;
    private final boolean[] waiting;
    private final Queue<byte[]> notices = new ArrayDeque<>();
    private final Queue<LogRecord> page = new ArrayDeque<>();
    private int pageIndex;
    private long pageEnd;
    private int nextIndex;
    private boolean started;
    private boolean reading;
    private Optional<byte[]> end = Optional.empty();
    private boolean endPut;
    private boolean closed;

    Tail(TailSource source, TailPlace place, TailSlot slot, ReadTurns turns, TailOutput output, String requestId,
         Loop loop, Timers timers) {
        this.source = source;
        this.place = place;
        this.slot = slot;
        this.turns = turns;
        this.output = output;
        this.requestId = requestId;
        this.loop = loop;
        this.timers = timers;
        this.waiting = new boolean[place.partitions()];
    }

    /** To be called once. @param starts the offset to begin at, of each partition */
    void begin(CompletionStage<long[]> starts) {
        onLoop(this::arm);
        starts.whenComplete((offsets, failure) -> onLoop(() -> {
            if (failure == null) start(offsets);
            else fail(failure);
        }));
    }

    private void start(long[] offsets) {
        for (int index = 0; index < offsets.length; index++) place.continueAt(index, offsets[index]);
        started = true;
        notices.add(TailEvents.opening(place.id()));
        step();
    }

    @Override
    public void ready() {
        onLoop(() -> {
            output.ready();
            step();
        });
    }

    @Override
    public void failed(Throwable cause) {
        onLoop(this::close);
    }

    private void onLoop(Runnable task) {
        loop.event(() -> {
            if (!closed) task.run();
        });
    }

    /** Goes on as far as the client and the log allow. */
    private void step() {
        try {
            boolean more = true;
            while (more) more = output.drain() && putNext();
        } catch (IOException gone) {
            close();
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    /** @return whether there is something to write; if not, it is being waited for */
    private boolean putNext() {
        byte[] notice = notices.poll();
        LogRecord message = notice == null ? page.poll() : null;
        if (notice != null) {
            output.put(notice);
        } else if (message != null) {
            place.continueAt(pageIndex, page.isEmpty() ? pageEnd : message.offset() + 1);
            output.put(TailEvents.message(place, message, place.partition(pageIndex)));
        } else if (end.isPresent() && !endPut) {
            endPut = true;
            output.put(end.get());
        } else {
            slot.pageDone();
            if (endPut) close();
            else if (started && !reading) readNext();
            return false;
        }
        return true;
    }

    /** Reads the next partition that is not known to have nothing. */
    private void readNext() {
        for (int tried = 0; tried < waiting.length; tried++) {
            int index = nextIndex;
            nextIndex = (nextIndex + 1) % waiting.length;
            if (!waiting[index]) {
                reading = true;
                turns.take(() -> loop.event(() -> read(index)));
                return;
            }
        }
    }

    /** In its turn, which is over when what was read is accounted for. */
    private void read(int index) {
        if (closed || end.isPresent()) {
            turns.done();
        } else if (!slot.tryBeginPage(TailSource.PAGE_BYTES)) {
            turns.done();
            later(ROOM_RETRY_MILLIS, () -> {
                reading = false;
                step();
            });
        } else {
            listen(source.read(place.partition(index), place.nextOffset(index)), turns::done, (result, failure) -> {
                reading = false;
                if (failure == null) take(index, result);
                else fail(failure);
            });
        }
    }

    private void take(int index, FetchResult result) {
        slot.growPage(MessageSize.of(result));
        page.addAll(result.records());
        pageIndex = index;
        pageEnd = result.nextOffset();
        if (page.isEmpty()) place.continueAt(index, pageEnd);
        if (pageEnd >= result.highWatermark()) await(index, pageEnd);
        step();
    }

    private void await(int index, long offset) {
        waiting[index] = true;
        listen(source.await(place.partition(index), offset), () -> { }, (result, failure) -> {
            if (failure != null) {
                fail(failure);
            } else if (result.highWatermark() > offset) {
                waiting[index] = false;
                step();
            } else {
                await(index, offset);
            }
        });
    }

    /**
     * The slot is held until the last of these has ended, so that clients that come and go leave no waits behind.
     *
     * @param taken runs when the taker has ended, or there is nobody any more who takes
     */
    private void listen(CompletionStage<FetchResult> fetch, Runnable taken, BiConsumer<FetchResult, Throwable> taker) {
        slot.fetchBegun();
        fetch.whenComplete((result, failure) -> loop.event(() -> {
            slot.fetchEnded();
            try {
                if (!closed && end.isEmpty()) taker.accept(result, failure);
            } finally {
                taken.run();
            }
        }));
    }

    /** What was read is still given; then the client is told why there is no more. */
    private void fail(Throwable failure) {
        if (end.isPresent()) return;
        end = Optional.of(TailEvents.end(Problems.endOf(failure, requestId)));
        step();
    }

    private void tick() {
        if (!output.done() && output.idleMillis() >= STALL_MILLIS) {
            close();
            return;
        }
        if (output.done() && output.untilLifeSignMillis() == 0) {
            notices.add(TailEvents.COMMENT);
            step();
        }
        arm();
    }

    private void arm() {
        long untilMillis = output.done() ? output.untilLifeSignMillis() : STALL_MILLIS - output.idleMillis();
        later(Math.max(1, untilMillis), this::tick);
    }

    private void later(long delayMillis, Runnable task) {
        if (closed) return;
        try {
            timers.schedule(delayMillis, () -> onLoop(task));
        } catch (RejectedExecutionException stopping) {
            close();
        }
    }

    private void close() {
        if (closed) return;
        closed = true;
        page.clear();
        notices.clear();
        output.drop();
        slot.close();
    }
}
