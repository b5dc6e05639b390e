package org.partita.store.directory;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.partita.storage.IndexFile;
import org.partita.store.disk.DiskFile;

/** An index file that is open for reading. */
final class DirectoryIndex implements IndexFile {
    private static final System.Logger LOG = System.getLogger(DirectoryIndex.class.getName());

    private final DiskFile file;
    private final long sizeBytes;
    private final String subject;
    private final DiskErrors errors;
    private final AtomicBoolean closed = new AtomicBoolean();

    DirectoryIndex(DiskFile file, long sizeBytes, String subject, DiskErrors errors) {
        this.file = file;
        this.sizeBytes = sizeBytes;
        this.subject = subject;
        this.errors = errors;
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public ByteBuffer read(long positionBytes, int lengthBytes) {
        long available = Math.max(0, Math.min(lengthBytes, sizeBytes - positionBytes));
        ByteBuffer target = ByteBuffer.allocate((int) available);
        try {
            while (target.hasRemaining()) {
                if (file.read(target, positionBytes + target.position()) < 0) break;
            }
        } catch (IOException e) {
            throw errors.reading(subject + " position " + positionBytes, e);
        }
        return target.flip().asReadOnlyBuffer();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) return;
        try {
            file.close();
        } catch (IOException e) {
            // It was only read, so nothing can be lost by this.
            LOG.log(WARNING, subject + ": closing the file failed", e);
        }
    }
}
