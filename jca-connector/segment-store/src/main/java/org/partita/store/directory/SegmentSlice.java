package org.partita.store.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.partita.storage.LogSlice;
import org.partita.storage.StorageException;
import org.partita.store.file.SharedFile;

/** A range of a segment file that keeps the file open. */
final class SegmentSlice implements LogSlice {
    private final SharedFile shared;
    private final String subject;
    private final long positionBytes;
    private final int lengthBytes;
    private final SegmentCuts.Mark cutsBefore;
    private final DiskErrors errors;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Takes over one use of {@code shared}. */
    SegmentSlice(SharedFile shared, String subject, long positionBytes, int lengthBytes, SegmentCuts.Mark cutsBefore,
                 DiskErrors errors) {
        this.shared = shared;
        this.subject = subject;
        this.positionBytes = positionBytes;
        this.lengthBytes = lengthBytes;
        this.cutsBefore = cutsBefore;
        this.errors = errors;
    }

    @Override
    public int lengthBytes() {
        return lengthBytes;
    }

    @Override
    public ByteBuffer bytes() {
        if (closed.get()) throw new IllegalStateException("slice of " + subject + " is closed");
        ByteBuffer target = ByteBuffer.allocate(lengthBytes);
        try {
            while (target.hasRemaining()) {
                if (shared.file().read(target, positionBytes + target.position()) < 0) break;
            }
        } catch (IOException e) {
            throw errors.reading(subject + " position " + positionBytes, e);
        }
        // After the read: bytes of a later append at this place must not pass for what was sliced.
        if (cutsBefore.wasCutSince(positionBytes + lengthBytes) || target.hasRemaining()) {
            throw new StorageException(subject + ": ends before position " + (positionBytes + lengthBytes)
                + ", it was cut meanwhile");
        }
        return target.flip().asReadOnlyBuffer();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) shared.release();
    }
}
