package org.partita.core.log;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;
import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

import org.partita.core.log.state.BootMark;
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
    private final BootMark boot;
    private boolean unforcedLost;
    private final SortedMap<PartitionId, SegmentSummary> fronts;
    private final SortedMap<PartitionId, PartitionLog> open = new TreeMap<>();
    private FlushCheckpoint written;
    private final Trouble trouble = new Trouble();
    /** The last write of it failed, so it may be on disk or not. */
    private boolean inDoubt;

    /**
     * @param clean whether everything in it was flushed when it was closed
     * @throws StorageException if the disk cannot be read
     */
    public LogDirectory(SegmentStore store, boolean clean) {
        this.store = requireNonNull(store, "store");
        this.boot = new BootMark(store);
        this.unforcedLost = !clean && boot.rebooted();
        this.written = FlushCheckpoint.read(store);
        this.fronts = new TreeMap<>(written.fronts());
    }

    /**
     * As {@link PartitionLog#open(org.partita.storage.PartitionStore, LogConfig, Optional, boolean)}.
     *
     * @param unforcedCounted whether data was counted as stored before it was forced
     */
    public PartitionLog open(PartitionId id, LogConfig config, boolean unforcedCounted) {
        PartitionLog log = PartitionLog.open(store.partition(id), config, Optional.ofNullable(fronts.get(id)),
            unforcedLost && unforcedCounted);
        open.put(id, log);
        return log;
    }

    /**
     * Every log of an earlier run was opened: from now on a stop that is not clean is told from a restart of the
     * operating system since this one. A failure is reported; then the next start takes it for one.
     */
    public void opened() {
        unforcedLost = false;
        try {
            boot.write();
        } catch (StorageException failure) {
            LOG.log(WARNING, "the boot id could not be noted", failure);
        }
    }

    /**
     * {@link PartitionLog#truncate} of an open log, after the checkpoint has ceased to promise more of it.
     *
     * @return the log end
     * @throws StorageException if the disk fails
     */
    public long truncate(PartitionId id, long offset) {
        PartitionLog log = open.get(id);
        if (log == null) throw new IllegalStateException("partition " + id + " is not open");
        SegmentSummary front = fronts.get(id);
        boolean promised = front != null && front.endOffset() > offset;
        if (promised) fronts.remove(id);
        if (promised || inDoubt) replaceCheckpoint();
        return log.truncate(offset);
    }

    /** Its partitions are deleted: nothing of them is written any more. */
    public void forget(UUID topicId) {
        open.keySet().removeIf(id -> id.topicId().equals(topicId));
        fronts.keySet().removeIf(id -> id.topicId().equals(topicId));
    }

    /**
     * {@link PartitionLog#persist} of one log, if it is open. A failure is reported and tried again the next time.
     *
     * @param beside writes what else there is to note of it
     */
    public void persist(PartitionId id, Runnable beside) {
        PartitionLog log = open.get(id);
        if (log == null) return;
        try {
            fronts.put(id, log.persist());
            beside.run();
        } catch (RuntimeException failure) {
            trouble.add("state of partition " + id, failure);
        }
    }

    /**
     * The same for the log alone, which is to be on disk when this returns.
     *
     * @return whether it is open
     * @throws StorageException if the disk fails
     */
    public boolean persistNow(PartitionId id) {
        PartitionLog log = open.get(id);
        if (log == null) return false;
        fronts.put(id, log.persist());
        return true;
    }

    /** Replaces the checkpoint on disk, if there is anything new. A failure is reported and tried again. */
    public void writeCheckpoint() {
        endsRound(this::replaceCheckpoint);
    }

    /** Replaces the checkpoint on disk, new or not. A failure is reported. @return whether the disk took it */
    public boolean rewriteCheckpoint() {
        return endsRound(() -> replaceCheckpoint(new FlushCheckpoint(fronts)));
    }

    private boolean endsRound(Runnable writing) {
        boolean written = false;
        try {
            writing.run();
            written = true;
        } catch (RuntimeException failure) {
            trouble.add("flush checkpoint", failure);
        }
        trouble.endRound();
        return written;
    }

    private void replaceCheckpoint() {
        FlushCheckpoint now = new FlushCheckpoint(fronts);
        if (inDoubt || !now.equals(written)) replaceCheckpoint(now);
    }

    private void replaceCheckpoint(FlushCheckpoint now) {
        inDoubt = true;
        now.write(store);
        inDoubt = false;
        written = now;
    }

    /** Says once that state cannot be written, and once that it can again: a full disk fails each write of a round. */
    private final class Trouble {
        private final Set<Class<?>> told = new HashSet<>();
        private boolean inRound;

        void add(String what, RuntimeException failure) {
            inRound = true;
            if (!told.add(failure.getClass())) return;
            String line = "data directory " + store.name() + ": " + what + " could not be written; it is tried again, "
                + "and the next start reads more if that fails. No more is said until all can be written again: "
                + failure.getMessage();
            if (failure instanceof StorageException) LOG.log(WARNING, line);
            else LOG.log(WARNING, line, failure);
        }

        void endRound() {
            if (!inRound && !told.isEmpty()) {
                LOG.log(INFO, "data directory {0}: its state can be written again", store.name());
                told.clear();
            }
            inRound = false;
        }
    }
}
