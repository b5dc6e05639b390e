package org.partita.core.log;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

import org.partita.core.log.state.FlushCheckpoint;
import org.partita.core.log.state.SegmentSummary;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;

/**
 * The logs of one data directory: opens them from the flush checkpoint and keeps that up to date. Waits for the disk;
 * used by one thread at a time.
 *
 * <p>What the checkpoint says of a log that could not be opened stays in it.
 */
public final class LogDirectory {
    private static final System.Logger LOG = System.getLogger(LogDirectory.class.getName());

    private final SegmentStore store;
    private final SortedMap<PartitionId, SegmentSummary> fronts;
    private final SortedMap<PartitionId, PartitionLog> open = new TreeMap<>();
    private FlushCheckpoint written;

    /** @throws StorageException if the disk cannot be read */
    public LogDirectory(SegmentStore store) {
        this.store = requireNonNull(store, "store");
        this.written = FlushCheckpoint.read(store);
        this.fronts = new TreeMap<>(written.fronts());
    }

    /** As {@link PartitionLog#open(org.partita.storage.PartitionStore, LogConfig, Optional)}. */
    public PartitionLog open(PartitionId id, LogConfig config) {
        PartitionLog log = PartitionLog.open(store.partition(id), config, Optional.ofNullable(fronts.get(id)));
        open.put(id, log);
        return log;
    }

    /** Its partitions are deleted: nothing of them is written any more. */
    public void forget(UUID topicId) {
        open.keySet().removeIf(id -> id.topicId().equals(topicId));
        fronts.keySet().removeIf(id -> id.topicId().equals(topicId));
    }

    /** {@link PartitionLog#persist} of one log, if it is open. A failure is reported and tried again the next time. */
    public void persist(PartitionId id) {
        PartitionLog log = open.get(id);
        if (log == null) return;
        try {
            fronts.put(id, log.persist());
        } catch (RuntimeException failure) {
            LOG.log(WARNING, "partition " + id + ": state of the log could not be written; the next start reads more",
                failure);
        }
    }

    public void persistAll() {
        for (PartitionId id : new TreeMap<>(open).keySet()) persist(id);
        writeCheckpoint();
    }

    /** Replaces the checkpoint on disk, if there is anything new. A failure is reported and tried again. */
    public void writeCheckpoint() {
        if (!new FlushCheckpoint(fronts).equals(written)) rewriteCheckpoint();
    }

    /** Replaces the checkpoint on disk, new or not. A failure is reported. @return whether the disk took it */
    public boolean rewriteCheckpoint() {
        FlushCheckpoint now = new FlushCheckpoint(fronts);
        try {
            now.write(store);
            written = now;
            return true;
        } catch (StorageException failure) {
            LOG.log(WARNING, "flush checkpoint could not be written; the next start reads more", failure);
            return false;
        }
    }
}
