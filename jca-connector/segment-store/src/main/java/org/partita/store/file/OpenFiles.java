package org.partita.store.file;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.partita.storage.TooManyFilesException;

/**
 * Bounds how many segment files of a data directory are open at a time.
 *
 * <p>A file that is needed takes the place of the one that was not used for the longest time. Only a file without
 * unforced bytes is closed: the kernel reports a write-back that failed to the descriptors that are open then, so
 * closing one early could hide it. While no file can be closed, more than the limit are opened, up to a hard limit;
 * there the file that has been open for the longest time is forced and closed.
 */
public final class OpenFiles {
    private static final System.Logger LOG = System.getLogger(OpenFiles.class.getName());

    private static final int MIN = 16;

    private final int limit;
    private final int hardLimit;
    private final Set<SharedFile> open = new LinkedHashSet<>();
    private final Set<SharedFile> idle = new LinkedHashSet<>();
    private final AtomicBoolean warned = new AtomicBoolean();
    private int taken;

    /** @param hardLimit how many may be open while none of them can be closed */
    public OpenFiles(int limit, int hardLimit) {
        if (limit < 1) throw new IllegalArgumentException("limit " + limit + " < 1");
        if (hardLimit < limit) throw new IllegalArgumentException("hardLimit " + hardLimit + " < limit " + limit);
        this.limit = limit;
        this.hardLimit = hardLimit;
    }

    /**
     * For one of several data directories: all together half of the descriptors that are free now, three quarters as
     * the hard limit. One bound for each, so that nobody waits for the disk of another directory.
     */
    public static OpenFiles shareOfThisProcess(int directories) {
        int limit = Math.max(MIN, ProcessDescriptors.halfOfTheFree() / directories);
        return new OpenFiles(limit, limit + limit / 2);
    }

    public int limit() {
        return limit;
    }

    /** How many files are open or about to be. */
    public synchronized int count() {
        return taken;
    }

    /**
     * Closes half of the files that nobody uses, for something else that needs descriptors.
     *
     * @return how many were closed
     */
    public int closeSomeIdle() {
        List<SharedFile> victims = new ArrayList<>();
        synchronized (this) {
            int wanted = (idle.size() + 1) / 2;
            while (victims.size() < wanted) victims.add(takeIdle());
        }
        return (int) victims.stream().filter(SharedFile::closeIfIdle).count();
    }

    /**
     * Takes a place for one more file, before it is opened. Waits for the disk if a file must be forced for it. Not to
     * be called under the lock of a file.
     *
     * @throws TooManyFilesException if all files are in use
     */
    void takePlace(String subject) {
        // Every turn closes or forces a file; other threads may take the place that this one has made.
        for (int turn = 0; turn <= 2 * hardLimit; turn++) {
            SharedFile victim;
            synchronized (this) {
                if (taken < limit || idle.isEmpty() && taken < hardLimit) {
                    taken++;
                    return;
                }
                victim = idle.isEmpty() ? null : takeIdle();
            }
            if (victim != null) victim.closeIfIdle();
            else if (!forceOldest()) break;
        }
        throw new TooManyFilesException(subject + ": cannot be opened: " + hardLimit + " segment files are in use, the"
            + " limit of this process; raise its limit of open files (ulimit -n)", null);
    }

    private SharedFile takeIdle() {
        SharedFile first = idle.iterator().next();
        idle.remove(first);
        return first;
    }

    private boolean forceOldest() {
        if (warned.compareAndSet(false, true)) {
            LOG.log(WARNING, "{0} segment files hold bytes that are not forced; from now on some are forced early to"
                + " close them. Raise the limit of open files (ulimit -n) of this process", hardLimit);
        }
        for (SharedFile each : openedByAge()) {
            if (each.forceIfUnused()) return true;
        }
        return false;
    }

    private synchronized List<SharedFile> openedByAge() {
        return List.copyOf(open);
    }

    synchronized void returnPlace() {
        taken--;
    }

    /** The place that was taken is for this file. */
    synchronized void opened(SharedFile file) {
        open.add(file);
    }

    /** Returns its place. */
    synchronized void closed(SharedFile file) {
        open.remove(file);
        idle.remove(file);
        taken--;
    }

    /** Nobody uses it and all of it is forced. */
    synchronized void idle(SharedFile file) {
        idle.add(file);
    }

    synchronized void used(SharedFile file) {
        idle.remove(file);
    }
}
