package org.partita.wire.records;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.partita.core.execution.Budget;
import org.partita.storage.FileSlice;
import org.partita.storage.LogSlice;
import org.partita.storage.StorageException;

/**
 * Makes batches of slices, within what the answers of a listener may hold; those behind one that is not at its place
 * are left out. On threads that may wait for the disk.
 */
public final class BatchTaker {
    /** From here on a descriptor and a system call cost less than copies. */
    static final int REGION_BYTES = 64 << 10;
    private static final int SCRATCH_BYTES = 128 << 10;

    private final Budget held;

    /** @param held bytes of batches in memory; a region, which holds a descriptor, counts as {@value #REGION_BYTES} */
    public BatchTaker(Budget held) {
        this.held = held;
    }

    /** Takes over the slice. @return empty if there is no room for them now; the slice is closed then */
    public Optional<StoredBatches> take(LogSlice slice) {
        if (slice instanceof FileSlice file && file.lengthBytes() >= REGION_BYTES) {
            Optional<FileChannel> channel = file.channel();
            if (channel.isPresent()) return region(file, channel.get());
        }
        return copy(slice);
    }

    private Optional<StoredBatches> region(FileSlice file, FileChannel channel) {
        if (!held.tryReserve(REGION_BYTES)) {
            file.close();
            return Optional.empty();
        }
        BatchSequence batches = new BatchSequence(file.lengthBytes());
        int goodBytes = 0;
        try {
            warm(channel, file.positionBytes(), file.lengthBytes(), batches);
            goodBytes = requireAny(batches);
        } catch (IOException unreadable) {
            throw new StorageException("a segment cannot be read at " + file.positionBytes() + " to be sent",
                unreadable);
        } finally {
            if (goodBytes == 0) held.release(REGION_BYTES);
        }
        return Optional.of(new FileBatches(file, goodBytes, batches.nextOffset(), channel,
            () -> held.release(REGION_BYTES)));
    }

    /**
     * Reads all that is good of it, so that the event loop finds it in memory: copying costs less than asking page by
     * page. A file that was cut has nothing from there on.
     */
    private static void warm(FileChannel channel, long positionBytes, int lengthBytes, BatchSequence batches)
        throws IOException {
        ByteBuf scratch = PooledByteBufAllocator.DEFAULT.directBuffer(SCRATCH_BYTES, SCRATCH_BYTES);
        try {
            ByteBuffer piece = scratch.nioBuffer(0, SCRATCH_BYTES);
            int at = 0;
            int before;
            do {
                before = at;
                piece.clear().limit(Math.min(SCRATCH_BYTES, lengthBytes - at));
                channel.read(piece, positionBytes + at);
                at = batches.follow(piece.flip(), at);
            } while (at > before && at < lengthBytes);
        } finally {
            scratch.release();
        }
    }

    /** The first was looked at when the slice was made. */
    private static int requireAny(BatchSequence batches) {
        if (batches.goodBytes() > 0) return batches.goodBytes();
        throw new StorageException("the batches of a segment are not those that were there a moment before");
    }

    private Optional<StoredBatches> copy(LogSlice slice) {
        try (slice) {
            int size = slice.lengthBytes();
            if (size == 0) return Optional.of(CopiedBatches.NONE);
            if (!held.tryReserve(size)) return Optional.empty();
            try {
                ByteBuffer bytes = slice.bytes();
                BatchSequence batches = new BatchSequence(size);
                batches.follow(bytes, 0);
                bytes.limit(bytes.position() + requireAny(batches));
                return Optional.of(new CopiedBatches(bytes, batches.nextOffset(), () -> held.release(size)));
            } catch (RuntimeException | Error failure) {
                held.release(size);
                throw failure;
            }
        }
    }
}
