package org.partita.wire.records;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/** Batches in memory. */
public final class CopiedBatches implements StoredBatches {
    public static final CopiedBatches NONE = new CopiedBatches(ByteBuffer.allocate(0), 0, () -> { });

    private final ByteBuffer bytes;
    private final long nextOffset;
    private final Runnable released;
    private final AtomicBoolean gone = new AtomicBoolean();

    /** @param released runs once, when they are not held any more */
    public CopiedBatches(ByteBuffer bytes, long nextOffset, Runnable released) {
        this.bytes = bytes;
        this.nextOffset = nextOffset;
        this.released = released;
    }

    @Override
    public int sizeInBytes() {
        return bytes.remaining();
    }

    @Override
    public long nextOffset() {
        return nextOffset;
    }

    /** Read-only, with a position of its own. */
    public ByteBuffer bytes() {
        return bytes.asReadOnlyBuffer();
    }

    @Override
    public void release() {
        if (gone.compareAndSet(false, true)) released.run();
    }
}
