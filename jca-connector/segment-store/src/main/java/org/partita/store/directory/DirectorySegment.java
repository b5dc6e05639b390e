package org.partita.store.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.partita.storage.LogSlice;
import org.partita.storage.SegmentFile;
import org.partita.storage.StorageException;
import org.partita.store.disk.DiskFile;

/**
 * An open segment file.
 *
 * <p>Appends, cuts and the close exclude each other, so that after a close, and so after the directory was given up,
 * not one more byte is written. There is one writer, so nobody waits for this lock in normal operation.
 */
final class DirectorySegment implements SegmentFile {
    private final SegmentKey key;
    private final SharedFile shared;
    private final DataDirectory directory;
    private final DirectoryHandle handle;
    private final SegmentCuts cuts = new SegmentCuts();
    private final Object writeLock = new Object();
    /** Linux reports a failed write-back once per descriptor: of two forces at a time one could pass over it. */
    private final Object forceLock = new Object();
    private volatile long sizeBytes;
    private volatile boolean refusing;
    private volatile boolean closed;

    DirectorySegment(SegmentKey key, DiskFile file, long sizeBytes, DataDirectory directory,
                     DirectoryHandle handle) {
        this.key = key;
        this.shared = new SharedFile(file, key.toString());
        this.sizeBytes = sizeBytes;
        this.directory = directory;
        this.handle = handle;
    }

    @Override
    public long baseOffset() {
        return key.baseOffset();
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public void append(ByteBuffer... batches) {
        synchronized (writeLock) {
            requireWritable();
            long lengthBytes = 0;
            for (ByteBuffer batch : batches) lengthBytes += batch.remaining();
            try {
                directory.writeBuffers().write(shared.file(), sizeBytes, batches);
            } catch (IOException e) {
                cutOff(e);
                throw directory.errors().writing(key + " append at " + sizeBytes, lengthBytes, e);
            }
            sizeBytes += lengthBytes;
            directory.counters().appended(lengthBytes);
        }
    }


    private void cutOff(IOException failure) {
        try {
            shared.file().truncate(sizeBytes);
        } catch (IOException e) {
            refusing = true;
            failure.addSuppressed(e);
        }
    }

    @Override
    public LogSlice slice(long positionBytes, int lengthBytes) {
        shared.retain();
        try {
            requireOpen();
            SegmentCuts.Mark cutsBefore = cuts.now();
            long size = sizeBytes;
            if (positionBytes < 0 || positionBytes > size || lengthBytes < 0) {
                throw new IllegalArgumentException(key + ": position " + positionBytes + " length " + lengthBytes
                    + ", size is " + size);
            }
            int length = (int) Math.min(lengthBytes, size - positionBytes);
            return new SegmentSlice(shared, key, positionBytes, length, cutsBefore, directory.errors());
        } catch (RuntimeException e) {
            shared.release();
            throw e;
        }
    }

    @Override
    public void truncate(long newSizeBytes) {
        synchronized (writeLock) {
            requireWritable();
            if (newSizeBytes < 0 || newSizeBytes > sizeBytes) {
                throw new IllegalArgumentException(key + ": cut to " + newSizeBytes + ", size is " + sizeBytes);
            }
            cuts.cut(newSizeBytes);
            try {
                sizeBytes = newSizeBytes;
                shared.file().truncate(newSizeBytes);
                synchronized (forceLock) {
                    shared.file().force();
                }
            } catch (IOException e) {
                refusing = true;
                throw directory.errors().writing(key + " cut to " + newSizeBytes, 0, e);
            }
        }
    }

    @Override
    public void force() {
        shared.retain();
        try {
            synchronized (forceLock) {
                forceAlone();
            }
        } finally {
            shared.release();
        }
    }

    private void forceAlone() {
        requireWritable();
        try {
            long startNanos = System.nanoTime();
            shared.file().force();
            directory.counters().forced(System.nanoTime() - startNanos);
        } catch (IOException e) {
            refusing = true;
            throw directory.errors().writing(key + " force", 0, e);
        }
    }

    @Override
    public void close() {
        synchronized (writeLock) {
            if (closed) return;
            closed = true;
        }
        shared.release();
        handle.released(key, this);
    }

    private void requireWritable() {
        requireOpen();
        if (refusing) throw new StorageException(key + ": refuses writes after an earlier I/O error; reopen it");
    }

    private void requireOpen() {
        if (closed) throw new IllegalStateException(key + " is closed");
    }
}
