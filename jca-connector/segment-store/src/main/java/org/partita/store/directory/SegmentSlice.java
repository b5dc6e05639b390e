package org.partita.store.directory;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;
import org.partita.storage.FileSlice;
import org.partita.storage.StorageException;
import org.partita.store.file.SharedFile;

/** A range of a segment file that keeps the file open. Its lock keeps a channel from being opened behind the close. */
final class SegmentSlice implements FileSlice {
    private static final System.Logger LOG = System.getLogger(SegmentSlice.class.getName());
    private static final int MAX_READ_BYTES = 256 << 10;

    private final SharedFile shared;
    private final SegmentKey subject;
    private final long positionBytes;
    private final int lengthBytes;
    private final SegmentCuts.Mark cutsBefore;
    private final DiskErrors errors;
    private final Object channelLock = new Object();
    private FileChannel channel;
    private volatile boolean closed;

    /** Takes over one use of {@code shared}. */
    SegmentSlice(SharedFile shared, SegmentKey subject, long positionBytes, int lengthBytes,
                 SegmentCuts.Mark cutsBefore, DiskErrors errors) {
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
        ByteBuffer target = ByteBuffer.allocate(lengthBytes);
        copyTo(target);
        return target.flip().asReadOnlyBuffer();
    }

    @Override
    public void copyTo(ByteBuffer target) {
        requireOpen();
        if (target.remaining() < lengthBytes) {
            throw new IllegalArgumentException(subject + ": " + lengthBytes + " bytes do not fit into "
                + target.remaining());
        }
        int readBytes;
        try {
            readBytes = read(target.slice(target.position(), lengthBytes));
        } catch (IOException e) {
            throw errors.reading(subject + " position " + positionBytes, e);
        }
        // After the read: bytes of a later append at this place must not pass for what was sliced.
        if (cutsBefore.wasCutSince(positionBytes + lengthBytes) || readBytes < lengthBytes) {
            throw new StorageException(subject + ": ends before position " + (positionBytes + lengthBytes)
                + ", it was cut meanwhile");
        }
        target.position(target.position() + lengthBytes);
    }

    /** In bounded steps, as the JDK copies each through a buffer it keeps for the thread. */
    private int read(ByteBuffer target) throws IOException {
        while (target.position() < lengthBytes) {
            target.limit(Math.min(lengthBytes, target.position() + MAX_READ_BYTES));
            if (shared.file().read(target, positionBytes + target.position()) < 0) break;
        }
        return target.position();
    }

    @Override
    public long positionBytes() {
        return positionBytes;
    }

    @Override
    public Optional<FileChannel> channel() {
        synchronized (channelLock) {
            requireOpen();
            if (channel != null && channel.isOpen()) return Optional.of(channel);
            try {
                channel = shared.file().interruptible().orElse(null);
            } catch (IOException e) {
                throw errors.reading(subject + " open to send", e);
            }
            return Optional.ofNullable(channel);
        }
    }

    @Override
    public void close() {
        synchronized (channelLock) {
            if (closed) return;
            closed = true;
        }
        closeChannel();
        shared.release();
    }

    /** Nothing was written through it, so nothing can be lost. */
    private void closeChannel() {
        if (channel == null) return;
        try {
            channel.close();
        } catch (IOException e) {
            LOG.log(WARNING, subject + ": closing the channel of a slice failed", e);
        }
    }

    private void requireOpen() {
        if (closed) throw new IllegalStateException("slice of " + subject + " is closed");
    }
}
