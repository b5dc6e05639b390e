package org.partita.web.tail;

import java.io.IOException;

import org.partita.core.execution.Budget;
import org.partita.core.execution.Timers;

/** Bytes on their way to one client: never more than one event. Belongs to the loop of the tail. */
final class TailOutput {
    private static final int STEP_BYTES = 8 << 10;
    private static final byte[] NOTHING = {};

    private final EventStream stream;
    private final Timers timers;
    private final Budget held;
    private final long lifeSignMillis;
    private byte[] bytes = NOTHING;
    private int written;
    private boolean flushDue;
    private boolean ready;
    private long lastProgressMillis;

    /**
     * @param held what all tails hold
     * @param lifeSignMillis so long at most nothing is sent
     */
    TailOutput(EventStream stream, Timers timers, Budget held, long lifeSignMillis) {
        this.stream = stream;
        this.timers = timers;
        this.held = held;
        this.lifeSignMillis = lifeSignMillis;
        this.lastProgressMillis = timers.nowMillis();
    }

    /** The client takes bytes again. */
    void ready() {
        ready = true;
        lastProgressMillis = timers.nowMillis();
    }

    /** Only when everything before is written. */
    void put(byte[] event) {
        if (!done()) throw new IllegalStateException("an event is under way");
        drop();
        held.reserve(event.length);
        bytes = event;
        lastProgressMillis = timers.nowMillis();
    }

    /** Writes what the client takes. @return whether that was everything */
    boolean drain() throws IOException {
        while (written < bytes.length && canWrite()) {
            int count = Math.min(STEP_BYTES, bytes.length - written);
            stream.write(bytes, written, count);
            written += count;
            flushDue = true;
            lastProgressMillis = timers.nowMillis();
        }
        if (written == bytes.length && flushDue && canWrite()) {
            stream.flush();
            drop();
        }
        return done();
    }

    private boolean canWrite() {
        ready = ready && stream.isReady();
        return ready;
    }

    /** Whether everything is written. */
    boolean done() {
        return written == bytes.length && !flushDue;
    }

    long idleMillis() {
        return timers.nowMillis() - lastProgressMillis;
    }

    /** When the client has to hear something again; 0 if now. */
    long untilLifeSignMillis() {
        return Math.max(0, lifeSignMillis - idleMillis());
    }

    /** Forgets what is not written. */
    void drop() {
        held.release(bytes.length);
        bytes = NOTHING;
        written = 0;
        flushDue = false;
    }
}
