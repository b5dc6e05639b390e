package org.partita.wire.records;

import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicBoolean;

import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import org.partita.storage.FileSlice;

/** Batches that the operating system moves from the file to the socket. */
public final class FileBatches implements StoredBatches {
    private final FileSlice slice;
    private final int lengthBytes;
    private final long nextOffset;
    private final FileChannel channel;
    private final Runnable released;
    private final AtomicBoolean gone = new AtomicBoolean();

    /**
     * @param slice is closed when they are released
     * @param lengthBytes how much of the slice they are
     * @param channel of the slice
     * @param released runs once, when they are not held any more
     */
    public FileBatches(FileSlice slice, int lengthBytes, long nextOffset, FileChannel channel, Runnable released) {
        this.slice = slice;
        this.lengthBytes = lengthBytes;
        this.nextOffset = nextOffset;
        this.channel = channel;
        this.released = released;
    }

    @Override
    public int sizeInBytes() {
        return lengthBytes;
    }

    @Override
    public long nextOffset() {
        return nextOffset;
    }

    /** To be sent; it releases these batches when it is, or when it cannot be. */
    public FileRegion region() {
        return new Region();
    }

    @Override
    public void release() {
        if (!gone.compareAndSet(false, true)) return;
        try {
            slice.close();
        } finally {
            released.run();
        }
    }

    /** A file that ends too early fails the write, and so the connection: no length that was promised is broken. */
    private final class Region extends DefaultFileRegion {
        private Region() {
            super(channel, slice.positionBytes(), lengthBytes);
        }

        @Override
        protected void deallocate() {
            FileBatches.this.release();
        }
    }
}
