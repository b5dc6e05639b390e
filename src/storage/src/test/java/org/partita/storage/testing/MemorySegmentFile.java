package org.partita.storage.testing;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.partita.storage.DiskFullException;
import org.partita.storage.FileChangedException;
import org.partita.storage.FileDisplacedException;
import org.partita.storage.LogSlice;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentFile;
import org.partita.storage.StorageException;
import org.partita.storage.TooManyFilesException;

/** An open {@link MemoryFile}. */
final class MemorySegmentFile implements SegmentFile {
    private final MemorySegmentStore store;
    private final PartitionId partition;
    private final long baseOffset;
    private final MemoryFile file;
    private final List<Integer> cuts = new CopyOnWriteArrayList<>();
    private volatile int sizeBytes;
    private volatile boolean refusing;
    private volatile boolean closed;

    MemorySegmentFile(MemorySegmentStore store, PartitionId partition, long baseOffset, MemoryFile file) {
        this.store = store;
        this.partition = partition;
        this.baseOffset = baseOffset;
        this.file = file;
        this.sizeBytes = file.length();
    }

    PartitionId partition() {
        return partition;
    }

    @Override
    public long baseOffset() {
        return baseOffset;
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public void append(ByteBuffer... batches) {
        requireWritable();
        requireLength(sizeBytes, file.length());
        ByteBuffer all = join(batches);
        int lengthBytes = all.remaining();
        store.disk().nextAppendFault(lengthBytes).ifPresent(fault -> fail(fault, all));
        file.write(all);
        sizeBytes += lengthBytes;
        store.disk().appends.incrementAndGet();
        store.disk().appendedBytes.addAndGet(lengthBytes);
    }

    private void fail(AppendFault fault, ByteBuffer all) {
        if (fault == AppendFault.TOO_MANY_FILES) {
            throw new TooManyFilesException(subject() + ": cannot be opened: injected", null);
        }
        file.write(all.limit(all.remaining() / 2));
        if (fault == AppendFault.IO_ERROR_AND_ROLLBACK_FAILS) {
            refusing = true;
            throw new StorageException(subject() + ": append failed and cannot be cut off: injected I/O error");
        }
        if (fault == AppendFault.ERROR) throw new InternalError(subject() + ": injected");
        file.truncate(sizeBytes);
        if (fault == AppendFault.DISK_FULL) {
            throw new DiskFullException(subject() + ": no space left on device", null);
        }
        if (fault == AppendFault.UNFORESEEN) throw new IllegalStateException(subject() + ": injected bug");
        throw new StorageException(subject() + ": append failed: injected I/O error");
    }

    @Override
    public LogSlice slice(long positionBytes, int lengthBytes) {
        requireOpen();
        int size = sizeBytes;
        if (positionBytes < 0 || positionBytes > size || lengthBytes < 0) {
            throw new IllegalArgumentException(subject() + ": position " + positionBytes + " length " + lengthBytes
                + ", size is " + size);
        }
        return new Slice((int) positionBytes, (int) Math.min(lengthBytes, size - positionBytes));
    }

    @Override
    public void truncate(long newSizeBytes) {
        requireWritable();
        if (newSizeBytes < 0 || newSizeBytes > sizeBytes) {
            throw new IllegalArgumentException(subject() + ": cut to " + newSizeBytes + ", size is " + sizeBytes);
        }
        cuts.add((int) newSizeBytes);
        file.truncate((int) newSizeBytes);
        file.force();
        sizeBytes = (int) newSizeBytes;
        requireNamed();
    }

    @Override
    public void force() {
        requireWritable();
        store.disk().beforeForce(subject());
        if (store.disk().nextForceFails()) {
            refusing = true;
            throw new StorageException(subject() + ": force failed: injected I/O error");
        }
        file.force();
        store.disk().forces.incrementAndGet();
        requireNamed();
        requireLength(sizeBytes, Math.min(sizeBytes, file.length()));
    }

    private void requireLength(int expectedBytes, int foundBytes) {
        if (foundBytes == expectedBytes) return;
        refusing = true;
        throw new FileChangedException(subject(), foundBytes, expectedBytes);
    }

    private void requireNamed() {
        if (store.disk().names(partition, baseOffset, file)) return;
        refusing = true;
        throw new FileDisplacedException(subject());
    }

    @Override
    public void close() {
        if (closed) return;
        closed = true;
        file.markClosed();
        store.closed(this);
        store.disk().afterClose(subject());
    }

    private void requireWritable() {
        requireOpen();
        if (refusing) throw new StorageException(subject() + ": refuses writes after an earlier I/O error");
    }

    private void requireOpen() {
        store.requireNoCrash();
        if (closed) throw new IllegalStateException(subject() + " is closed");
    }

    private String subject() {
        return "partition " + partition + " segment " + baseOffset;
    }

    private static ByteBuffer join(ByteBuffer... batches) {
        ByteBuffer all = ByteBuffer.allocate(Arrays.stream(batches).mapToInt(ByteBuffer::remaining).sum());
        for (ByteBuffer batch : batches) all.put(batch.duplicate());
        return all.flip();
    }

    private final class Slice implements LogSlice {
        private final int positionBytes;
        private final int lengthBytes;
        private final int cutsBefore = cuts.size();
        private volatile boolean released;

        private Slice(int positionBytes, int lengthBytes) {
            this.positionBytes = positionBytes;
            this.lengthBytes = lengthBytes;
        }

        @Override
        public int lengthBytes() {
            return lengthBytes;
        }

        @Override
        public ByteBuffer bytes() {
            if (released) throw new IllegalStateException("slice of " + subject() + " is closed");
            store.requireNoCrash();
            store.disk().beforeRead(subject());
            store.disk().readBytes.addAndGet(lengthBytes);
            int end = positionBytes + lengthBytes;
            if (cuts.stream().skip(cutsBefore).anyMatch(cut -> cut < end)) {
                throw new StorageException(subject() + ": was cut below position " + end);
            }
            if (file.length() < end) throw new StorageException(subject() + ": ends before position " + end);
            return file.read(positionBytes, lengthBytes);
        }

        @Override
        public void copyTo(ByteBuffer target) {
            ByteBuffer bytes = bytes();
            if (target.remaining() < lengthBytes) {
                throw new IllegalArgumentException(subject() + ": " + lengthBytes + " bytes do not fit into "
                    + target.remaining());
            }
            target.put(bytes);
        }

        @Override
        public void close() {
            released = true;
        }
    }
}
