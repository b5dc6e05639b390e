package org.partita.core.log;

import java.util.concurrent.atomic.AtomicReference;

/** The newest segment as it was when it was last known to be durable. Only rises until the log is cut; thread-safe. */
final class ForcedSegment {
    private final AtomicReference<Segment> segment;
    private volatile boolean superseded;

    ForcedSegment(Segment segment) {
        this.segment = new AtomicReference<>(segment);
    }

    boolean covers(long endOffset) {
        return segment.get().endOffset() >= endOffset;
    }

    void raiseTo(Segment forced) {
        segment.accumulateAndGet(forced, (before, next) ->
            next.endOffset() > before.endOffset() || next.baseOffset() > before.baseOffset() ? next : before);
    }

    /** The log is cut: what was to be forced may not be there any more, and nobody looks here again. */
    void supersede() {
        superseded = true;
    }

    boolean superseded() {
        return superseded;
    }

    Segment get() {
        return segment.get();
    }
}
