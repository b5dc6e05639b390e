package org.partita.web.tail;

import java.io.IOException;

import org.partita.core.execution.Timers;

/** Bytes on their way to one client: never more than one event. Belongs to the loop of the tail. */
final class TailOutput {
    private static final int STEP_BYTES = 8 << 10;
    private static final byte[] NOTHING = {};

    private final EventStream stream;
    private final Timers timers;
    private final long lifeSignMillis;
    private byte[] bytes = NOTHING;
    private int written;
    private boolean flushDue;
    private boolean ready;
    private long lastProgressMillis;

    /** @param lifeSignMillis so long at most nothing is sent */
    TailOutput(EventStream stream, Timers timers, long lifeSignMillis) {
        this.stream = stream;
        this.timers = timers;
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
        bytes = event;
        lastProgressMillis = timers.nowMillis();
    }

    /** Writes what the client takes. @return whether that was everything */
    boolean drain() throws IOException {
        while (written < bytes.length && isReady()) {
            int count = Math.min(STEP_BYTES, bytes.length - written);
            stream.write(bytes, written, count);
            written += count;
            flushDue = true;
            lastProgressMillis = timers.nowMillis();
        }
        if (written == bytes.length && flushDue && isReady()) {
            stream.flush();
            drop();
        }
        return done();
    }

    /** Whether the client takes something now; if not, it will say when. */
    boolean isReady() {
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

    /** Ends the answer as a whole one. Only when everything is written and {@link #isReady}. */
    void close() {
        stream.close();
    }

    /** Ends the answer where it is, so that the client sees that it is not whole. */
    void abort() {
        drop();
        stream.abort();
    }

    /** Forgets what is not written. */
    private void drop() {
        bytes = NOTHING;
        written = 0;
        flushDue = false;
    }
}
