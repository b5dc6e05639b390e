package org.partita.core.log;

import java.util.Optional;

import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.StorageException;

/**
 * The change of a log from its active segment to the next one. Begun on the loop, performed off it, finished on it.
 *
 * <p>The next segment is made when the one before it is durable, never earlier: see {@link PartitionLog}.
 */
public final class RollPoint {
    private final PartitionStore store;
    private final FlushPoint full;
    private Optional<SegmentFile> next = Optional.empty();

    RollPoint(PartitionStore store, FlushPoint full) {
        this.store = store;
        this.full = full;
    }

    /**
     * Forces the active segment and makes the next one. Waits for the disk. The force is asked for even if nothing is
     * to be forced: nothing may follow a segment that cannot be found any more.
     *
     * @throws StorageException if the disk fails. A full disk leaves the log as it was; after a force that failed it
     *     takes no appends until it is opened again
     */
    public void perform() {
        full.forceAnyway();
        next = Optional.of(store.createSegment(full.upToOffset()));
    }

    SegmentFile next() {
        return next.orElseThrow(() -> new IllegalStateException("the roll at " + full.upToOffset()
            + " was not performed"));
    }

    /** The log was closed meanwhile: so is the file, which stays as the empty end of the log. */
    public void discard() {
        next.ifPresent(SegmentFile::close);
    }
}
