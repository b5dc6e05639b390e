package org.partita.store.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.partita.storage.FileChangedException;
import org.partita.storage.FileDisplacedException;
import org.partita.storage.LogSlice;
import org.partita.storage.SegmentFile;
import org.partita.storage.StorageException;
import org.partita.store.disk.DiskFile;
import org.partita.store.file.SharedFile;

/**
 * An open segment. Its file is opened when it is needed, and closed when it is not and others are.
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
    /** Of the file that was opened first; empty before that. Changed under the lock of {@link #shared}. */
    private volatile Optional<Object> fileKey = Optional.empty();
    private volatile boolean refusing;
    private volatile boolean closed;

    /** @param sizeBytes of the file as found; 0 if it is to be made by {@link #create} */
    DirectorySegment(SegmentKey key, long sizeBytes, DataDirectory directory, DirectoryHandle handle) {
        this.key = key;
        this.shared = new SharedFile(directory.openFiles(), key.toString(), this::reopen, this::force);
        this.sizeBytes = sizeBytes;
        this.directory = directory;
        this.handle = handle;
    }

    SegmentKey key() {
        return key;
    }

    /** Makes the file, which stays open until {@link #forceNew}. */
    void create() throws IOException {
        shared.retain(() -> noted(directory.disk().create(path())));
        shared.writing();
        shared.written();
        shared.release();
    }

    void forceNew() throws IOException {
        shared.retain();
        try {
            forceFile();
        } finally {
            shared.release();
        }
    }

    /** To be called before the file is deleted: who has this segment can still read it. */
    void detach() {
        shared.detach();
    }

    private DiskFile reopen() throws IOException {
        if (fileKey.isEmpty()) directory.tree().requireSame(key.partition(), key.toString());
        DiskFile file = openNamed();
        try {
            long foundBytes = file.sizeBytes();
            if (fileKey.isPresent() && !fileKey.equals(file.key())) throw new FileDisplacedException(key.toString());
            // One that could not be cut is longer, and stays readable.
            if (foundBytes == sizeBytes || refusing && foundBytes > sizeBytes) return noted(file);
            throw new FileChangedException(key.toString(), foundBytes, sizeBytes);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private DiskFile openNamed() throws IOException {
        try {
            return directory.disk().open(path());
        } catch (NoSuchFileException e) {
            throw new FileDisplacedException(key.toString());
        }
    }

    private DiskFile noted(DiskFile file) {
        fileKey = file.key();
        return file;
    }

    private Path path() {
        return directory.layout().segment(key.partition(), key.baseOffset());
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
            directory.reserve().requireWhole(key + " append at " + sizeBytes, lengthBytes);
            retainToWrite("append at " + sizeBytes, lengthBytes);
            try {
                requireUntouched();
                directory.writeBuffers().write(shared.file(), sizeBytes, batches);
                sizeBytes += lengthBytes;
            } catch (IOException e) {
                cutOff(e);
                throw directory.errors().writing(key + " append at " + sizeBytes, lengthBytes, e);
            } catch (StorageException e) {
                refuse();
                throw e;
            } finally {
                shared.written();
                shared.release();
            }
            directory.counters().appended(lengthBytes);
        }
    }

    private void retainToWrite(String purpose, long lengthBytes) {
        try {
            shared.retain();
        } catch (IOException e) {
            throw directory.errors().writing(key + " " + purpose, lengthBytes, e);
        }
        shared.writing();
    }

    /** What anybody else has written would be lost, and what follows a gap is never found. */
    private void requireUntouched() {
        try {
            directory.lock().requireHeldLately(key.toString());
            long foundBytes = shared.file().sizeBytes();
            if (foundBytes != sizeBytes) throw new FileChangedException(key.toString(), foundBytes, sizeBytes);
        } catch (IOException e) {
            throw directory.errors().reading(key + " append at " + sizeBytes, e);
        }
    }

    private void cutOff(IOException failure) {
        try {
            directory.lock().requireHeld(key.toString());
            shared.file().truncate(sizeBytes);
        } catch (IOException | StorageException e) {
            refuse();
            failure.addSuppressed(e);
        }
    }

    @Override
    public LogSlice slice(long positionBytes, int lengthBytes) {
        requireOpen();
        SegmentCuts.Mark cutsBefore = cuts.now();
        long size = sizeBytes;
        if (positionBytes < 0 || positionBytes > size || lengthBytes < 0) {
            throw new IllegalArgumentException(key + ": position " + positionBytes + " length " + lengthBytes
                + ", size is " + size);
        }
        int length = (int) Math.min(lengthBytes, size - positionBytes);
        try {
            shared.retain();
        } catch (IOException e) {
            throw directory.errors().reading(key + " position " + positionBytes, e);
        }
        return new SegmentSlice(shared, key, positionBytes, length, cutsBefore, directory.errors());
    }

    @Override
    public void truncate(long newSizeBytes) {
        synchronized (writeLock) {
            requireWritable();
            if (newSizeBytes < 0 || newSizeBytes > sizeBytes) {
                throw new IllegalArgumentException(key + ": cut to " + newSizeBytes + ", size is " + sizeBytes);
            }
            retainToWrite("cut to " + newSizeBytes, 0);
            try {
                directory.lock().requireHeld(key.toString());
                synchronized (forceLock) {
                    // In this order: who sees the mark sees the size, too.
                    sizeBytes = newSizeBytes;
                    cuts.cut(newSizeBytes);
                    cutFile(newSizeBytes);
                    // A force that failed meanwhile has taken the report that this one would have got.
                    requireWritable();
                    forceFile();
                }
            } catch (IOException e) {
                refuse();
                throw directory.errors().writing(key + " cut to " + newSizeBytes, 0, e);
            } catch (StorageException e) {
                refuse();
                throw e;
            } finally {
                shared.release();
            }
        }
    }

    private void cutFile(long newSizeBytes) throws IOException {
        try {
            shared.file().truncate(newSizeBytes);
        } finally {
            shared.written();
        }
    }

    @Override
    public void force() {
        try {
            shared.retain();
        } catch (IOException e) {
            throw directory.errors().writing(key + " force", 0, e);
        }
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
            forceFile();
            directory.counters().forced(System.nanoTime() - startNanos);
        } catch (IOException e) {
            refuse();
            throw directory.errors().writing(key + " force", 0, e);
        } catch (StorageException e) {
            refuse();
            throw e;
        }
    }

    private void forceFile() throws IOException {
        long writes = shared.endedWrites();
        long writtenBytes = sizeBytes;
        shared.file().force();
        directory.lock().requireHeld(key.toString());
        OptionalLong foundBytes = shared.file().namedBytes();
        if (foundBytes.isEmpty()) throw new FileDisplacedException(key.toString());
        if (foundBytes.getAsLong() < writtenBytes) {
            throw new FileChangedException(key.toString(), foundBytes.getAsLong(), writtenBytes);
        }
        shared.forced(writes);
    }

    private void refuse() {
        refusing = true;
        shared.abandon();
    }

    @Override
    public void close() {
        synchronized (writeLock) {
            if (closed) return;
            closed = true;
        }
        shared.close();
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
