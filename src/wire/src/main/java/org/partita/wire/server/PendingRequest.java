package org.partita.wire.server;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.netty.buffer.ByteBuf;

/** A request from its last byte to its answer, with the memory it takes. Used on one event loop. */
final class PendingRequest {
    private final ByteBuf frame;
    private final RequestRule rule;
    private final RequestMemory memory;
    private final long reservedBytes;
    private final long sinceNanos;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
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

    /** Completes when nobody waits for the answer any more. */
    CompletionStage<Void> gone() {
        return gone;
    }

    /** Nobody waits for the answer any more. */
    void abandon() {
        gone.complete(null);
    }

    void answered(Answer given) {
        answer = given;
    }

    boolean isAnswered() {
        return answer != null;
    }

    /** The answer, which is the caller's from now on. */
    Answer takeAnswer() {
        Answer taken = answer;
        answer = null;
        return taken;
    }

    /** Gives up the memory, and an answer that was not taken; once. */
    void release() {
        if (released) return;
        released = true;
        if (answer != null) answer.release();
        frame.release();
        memory.release(reservedBytes);
    }
}
