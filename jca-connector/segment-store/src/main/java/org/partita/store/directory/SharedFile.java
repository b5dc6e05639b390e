package org.partita.store.directory;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.partita.store.disk.DiskFile;

/** An open file with several users; the last one to leave closes it. Starts with one user. */
final class SharedFile {
    private static final System.Logger LOG = System.getLogger(SharedFile.class.getName());

    private final DiskFile file;
    private final String subject;
    private final AtomicInteger users = new AtomicInteger(1);

    SharedFile(DiskFile file, String subject) {
        this.file = file;
        this.subject = subject;
    }

    DiskFile file() {
        return file;
    }

    /** @throws IllegalStateException if the last user is gone */
    void retain() {
        if (users.getAndUpdate(count -> count == 0 ? 0 : count + 1) == 0) {
            throw new IllegalStateException(subject + " is closed");
        }
    }

    void release() {
        if (users.decrementAndGet() > 0) return;
        try {
            file.close();
        } catch (IOException e) {
            // Whoever cares for the bytes has forced them; there is nothing the last reader could do about it.
            LOG.log(WARNING, subject + ": closing the file failed", e);
        }
    }
}
