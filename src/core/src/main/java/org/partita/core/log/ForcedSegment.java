package org.partita.core.log;

import java.util.concurrent.atomic.AtomicReference;

/** The newest segment as it was when it was last known to be durable. Only rises; thread-safe. */
final class ForcedSegment {
    private final AtomicReference<Segment> segment;

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

    Segment get() {
        return segment.get();
    }
}
