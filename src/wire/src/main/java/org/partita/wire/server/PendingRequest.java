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
    private final CompletableFuture<Void> hurry = new CompletableFuture<>();
    private Answer answer;
    private boolean started;
    private boolean released;
    private boolean unloaded;

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

    /** It was handed over and has no answer yet: one that waits keeps what a request takes at least. */
    void handedOver() {
        if (!rule.waits()) return;
        unloaded = true;
        frame.release();
        memory.release(reservedBytes, reservedBytes - leastBytes());
    }

    private long leastBytes() {
        return Math.min(reservedBytes, FrameAssembler.LEAST_BYTES);
    }

    boolean overlaps() {
        return rule.overlaps();
    }

    boolean waits() {
        return rule.waits();
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /** Completes when the answer is to come with what there is. */
    CompletionStage<Void> hurry() {
        return hurry;
    }

    void hurryUp() {
        hurry.complete(null);
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
        if (!unloaded) frame.release();
        memory.release(reservedBytes, unloaded ? leastBytes() : reservedBytes);
    }
}
