package org.partita.core.log;

import org.partita.storage.FileDisplacedException;
import org.partita.storage.StorageException;
import org.partita.storage.TooManyFilesException;

/**
 * The data a log held at one moment, to be made durable. Taken on the loop, forced off it.
 *
 * <p>Only the active segment can hold unforced bytes: a roll forces the segment it closes before it makes the next one.
 * That force and this one may meet; the port refuses every force of a file after one of it has failed.
 */
public final class FlushPoint {
    private final Segment active;
    private final FailureLatch latch;
    private final ForcedSegment forced;

    FlushPoint(Segment active, FailureLatch latch, ForcedSegment forced) {
        this.active = active;
        this.latch = latch;
        this.forced = forced;
    }

    /** Everything below this offset is durable once {@link #force} has returned, unless the log was cut meanwhile. */
    public long upToOffset() {
        return active.endOffset();
    }

    /**
     * Waits for the disk; does nothing if all is durable already or the log was cut since.
     *
     * @throws TooManyFilesException if the file cannot be opened for it: nothing was tried, and it may be tried again
     * @throws FileDisplacedException if somebody has moved or removed the file, with the consequences of any failure
     * @throws StorageException if this or any earlier force of this log failed: then its data must never be called
     *     durable, and the log takes no appends until it is opened again
     */
    public void force() {
        latch.check();
        if (!forced.covers(active.endOffset())) forceAnyway();
    }

    /** As {@link #force}, also if all is durable: the force finds out whether the file can still be found. */
    void forceAnyway() {
        latch.check();
        if (forced.superseded()) return;
        try {
            active.file().force();
        } catch (TooManyFilesException notTried) {
            throw notTried;
        } catch (RuntimeException | Error e) {
            if (forced.superseded()) return;
            latch.close(e);
            throw e;
        }
        latch.check();
        forced.raiseTo(active);
    }
}
