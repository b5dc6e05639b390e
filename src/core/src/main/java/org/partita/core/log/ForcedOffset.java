package org.partita.core.log;

import java.util.concurrent.atomic.AtomicLong;

/** Offset below which everything is known to be durable. Only rises; thread-safe. */
final class ForcedOffset {
    private final AtomicLong offset;

    ForcedOffset(long offset) {
        this.offset = new AtomicLong(offset);
    }

    boolean covers(long endOffset) {
        return offset.get() >= endOffset;
    }

    void raiseTo(long endOffset) {
        offset.accumulateAndGet(endOffset, Math::max);
    }

    long get() {
        return offset.get();
    }
}
