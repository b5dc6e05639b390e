package org.partita.store.file;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.partita.storage.StorageException;
import org.partita.store.disk.DiskFile;

/**
 * A file with any number of users that is opened for the first one, and stays open until its place is needed. Until
 * somebody uses it, it needs no descriptor.
 *
 * <p>Its lock is held while it is opened or closed, not while it is read, written or forced. Opening may close idle
 * files under their locks. That cannot go round in a circle: a thread waits for the lock of a file only if it found the
 * file open, so it began before whoever opens that file anew.
 */
public final class SharedFile {
    private static final System.Logger LOG = System.getLogger(SharedFile.class.getName());

    private final OpenFiles openFiles;
    private final String subject;
    private final Opening reopening;
    private final Runnable force;
    private volatile DiskFile file;
    private int users;
    private long begunWrites;
    private long endedWrites;
    private long forcedWrites;
    private boolean detached;
    private boolean closed;

    /** How a file is opened. */
    @FunctionalInterface
    public interface Opening {
        /** @throws StorageException if the file is not what it was when it was closed */
        DiskFile open() throws IOException;
    }

    /** @param force forces the file as its owner does, with all that follows if it fails */
    public SharedFile(OpenFiles openFiles, String subject, Opening reopening, Runnable force) {
        this.openFiles = openFiles;
        this.subject = subject;
        this.reopening = reopening;
        this.force = force;
    }

    /**
     * Opens the file if it is not open, and keeps it open until {@link #release}.
     *
     * @throws IllegalStateException if this file is closed
     * @throws StorageException if it is not what it was, or too many files are in use
     */
    public void retain() throws IOException {
        retain(reopening);
    }

    /** {@link #retain()}, with another way to open it. */
    public void retain(Opening opening) throws IOException {
        if (retainIfOpen()) return;
        openFiles.takePlace(subject);
        boolean placeUsed = false;
        try {
            placeUsed = retainOpening(opening);
        } finally {
            if (!placeUsed) openFiles.returnPlace();
        }
    }

    private synchronized boolean retainIfOpen() {
        requireOpen();
        if (file == null) return false;
        if (users++ == 0) openFiles.used(this);
        return true;
    }

    /** @return false if another thread has opened it meanwhile */
    private synchronized boolean retainOpening(Opening opening) throws IOException {
        if (retainIfOpen()) return false;
        if (detached) throw new NoSuchFileException(subject + " was deleted");
        file = opening.open();
        openFiles.opened(this);
        users++;
        return true;
    }

    public synchronized void release() {
        if (--users > 0) return;
        if (closed) closeFile();
        else if (isIdle()) openFiles.idle(this);
    }

    /** To be asked for by its users only. */
    public DiskFile file() {
        return file;
    }

    /** To be called by a user before each write or cut, one at a time: from now on there may be unforced bytes. */
    public synchronized void writing() {
        begunWrites++;
    }

    /** To be called after each write or cut, whether it succeeded or not. */
    public synchronized void written() {
        endedWrites++;
    }

    /** How many writes have ended: what a force that begins now makes durable. */
    public synchronized long endedWrites() {
        return endedWrites;
    }

    /** So many writes are durable. */
    public synchronized void forced(long upToWrites) {
        forcedWrites = Math.max(forcedWrites, upToWrites);
    }

    /** Nothing of it will be called durable any more, so it may be closed as it is. */
    public synchronized void abandon() {
        forcedWrites = Long.MAX_VALUE;
    }

    /** To be called before its name is taken away: stays open from now on, since it could not be opened again. */
    public void detach() {
        boolean retained = retainUnlessUnreadable();
        synchronized (this) {
            detached = true;
        }
        if (retained) release();
    }

    private boolean retainUnlessUnreadable() {
        try {
            retain();
            return true;
        } catch (IOException | StorageException | IllegalStateException e) {
            // It is about to be deleted; whoever still reads it gets an error.
            return false;
        }
    }

    /** Refuses new users; the last one there is closes the file. Idempotent. */
    public synchronized void close() {
        closed = true;
        if (users == 0 && file != null) closeFile();
    }

    synchronized boolean closeIfIdle() {
        if (file == null || closed || !isIdle()) return false;
        closeFile();
        return true;
    }

    /** @return whether that was tried, which makes it idle unless somebody has begun to use it */
    boolean forceIfUnused() {
        synchronized (this) {
            if (file == null || closed || detached || users > 0 || isForced()) return false;
            users++;
        }
        try {
            force.run();
        } catch (StorageException | IllegalStateException e) {
            // The owner has noted it and accepts no more writes.
            LOG.log(WARNING, subject + ": forcing the file to close it failed", e);
        } finally {
            release();
        }
        return true;
    }

    private boolean isIdle() {
        return users == 0 && !detached && isForced();
    }

    private boolean isForced() {
        return begunWrites <= forcedWrites;
    }

    private void closeFile() {
        try {
            file.close();
        } catch (IOException e) {
            // Whoever cares for the bytes has forced them; there is nothing the last user could do about it.
            LOG.log(WARNING, subject + ": closing the file failed", e);
        }
        file = null;
        openFiles.closed(this);
    }

    private void requireOpen() {
        if (closed) throw new IllegalStateException(subject + " is closed");
    }
}
