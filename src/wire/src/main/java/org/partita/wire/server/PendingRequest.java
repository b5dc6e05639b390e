package org.partita.wire.server;

import java.nio.ByteBuffer;

import io.netty.buffer.ByteBuf;

/** A request from its last byte to its answer, with the memory it takes. Used on one event loop. */
final class PendingRequest {
    private final ByteBuf frame;
    private final RequestRule rule;
    private final RequestMemory memory;
    private final long reservedBytes;
    private final long sinceNanos;
    private Answer answer;
    private boolean started;
    private boolean released;

    PendingRequest(ByteBuf frame, RequestRule rule, RequestMemory memory, long reservedBytes, long sinceNanos) {
        this.frame = frame;
        this.rule = rule;
        this.memory = memory;
        this.reservedBytes = reservedBytes;
        this.sinceNanos = sinceNanos;
    }

    ByteBuffer start() {
        started = true;
        return frame.nioBuffer();
    }

    boolean started() {
        return started;
    }

    boolean overlaps() {
        return rule.overlaps();
    }

    long sinceNanos() {
        return sinceNanos;
    }

    void answered(Answer given) {
        answer = given;
    }

    /** Null while there is none. */
    Answer answer() {
        return answer;
    }

    /** Gives the memory back, once. */
    void release() {
        if (released) return;
        released = true;
        frame.release();
        memory.release(reservedBytes);
    }
}
