package org.partita.web.tail;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionStage;

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

    private final TailPlace place;
    private final TailSlot slot;
    private final TailOutput output;
    private final String requestId;
    private final TailLoop loop;
    private final TailReader reader;
    private final Queue<byte[]> notices = new ArrayDeque<>();
    private final Queue<LogRecord> page = new ArrayDeque<>();
    private long pageBytes;
    private int pageIndex;
    private long pageEnd;
    private boolean started;
    private Optional<byte[]> end = Optional.empty();
    private boolean endPut;
    private boolean closed;

    Tail(TailSource source, TailPlace place, TailSlot slot, ReadTurns turns, TailOutput output, String requestId,
         Loop loop, Timers timers) {
        this.place = place;
        this.slot = slot;
        this.output = output;
        this.requestId = requestId;
        this.loop = new TailLoop(loop, timers, this::abort);
        this.reader = new TailReader(source, place, slot, turns, this.loop, new Pages());
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
        onLoop(this::abort);
    }

    private void onLoop(Runnable task) {
        loop.run(() -> {
            if (!closed) task.run();
        });
    }

    /** Goes on as far as the client and the log allow. */
    private void step() {
        try {
            boolean more = true;
            while (more && !closed) more = output.drain() && putNext();
        } catch (IOException gone) {
            abort();
        }
    }

    /** @return whether there is something to write; if not, it is being waited for */
    private boolean putNext() {
        byte[] notice = notices.poll();
        if (notice != null) {
            output.put(notice);
            return true;
        }
        if (!page.isEmpty()) return putMessage();
        slot.holdNothing();
        if (endPut) {
            if (output.isReady()) close(output::close);
            return false;
        }
        endPut = end.isPresent();
        if (endPut) output.put(end.get());
        else if (started) reader.next();
        return endPut;
    }

    /** If there is no room for the event, the page is given up and nothing is held: who waits keeps nobody waiting. */
    private boolean putMessage() {
        LogRecord message = page.remove();
        long before = place.nextOffset(pageIndex);
        place.continueAt(pageIndex, page.isEmpty() ? pageEnd : message.offset() + 1);
        byte[] event = TailEvents.message(place, message, place.partition(pageIndex));
        pageBytes -= MessageSize.of(message);
        if (slot.tryHold(pageBytes + event.length)) {
            output.put(event);
            return true;
        }
        place.continueAt(pageIndex, before);
        page.clear();
        slot.holdNothing();
        reader.readAlone(pageIndex, event.length);
        return false;
    }

    /** What the reader brings. */
    private final class Pages implements TailReader.Taker {
        @Override
        public boolean reads() {
            return !closed && end.isEmpty();
        }

        @Override
        public boolean hasPage() {
            return !page.isEmpty();
        }

        @Override
        public void take(int index, FetchResult read, long reservedBytes) {
            slot.take(reservedBytes);
            page.addAll(read.records());
            pageBytes = MessageSize.of(read);
            pageIndex = index;
            pageEnd = read.nextOffset();
            if (page.isEmpty()) place.continueAt(index, pageEnd);
        }

        @Override
        public void goOn() {
            if (!closed) step();
        }

        @Override
        public void fail(Throwable failure) {
            Tail.this.fail(failure);
        }
    }

    /** What was read is still given; then the client is told why there is no more. */
    private void fail(Throwable failure) {
        if (end.isPresent()) return;
        end = Optional.of(TailEvents.end(Problems.endOf(failure, requestId)));
        step();
    }

    /** Whether the client has everything and nothing else comes to an end. */
    private boolean quiet() {
        return output.done() && !endPut;
    }

    private void tick() {
        if (!quiet() && output.idleMillis() >= STALL_MILLIS) {
            abort();
            return;
        }
        if (quiet() && output.untilLifeSignMillis() == 0) {
            notices.add(TailEvents.COMMENT);
            step();
        }
        arm();
    }

    private void arm() {
        if (closed) return;
        long untilMillis = quiet() ? output.untilLifeSignMillis() : STALL_MILLIS - output.idleMillis();
        loop.later(Math.max(1, untilMillis), () -> {
            if (!closed) tick();
        });
    }

    private void abort() {
        close(output::abort);
    }

    private void close(Runnable ending) {
        if (closed) return;
        closed = true;
        page.clear();
        notices.clear();
        try {
            ending.run();
        } finally {
            slot.close();
            reader.close();
        }
    }
}
