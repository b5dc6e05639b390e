package org.partita.core.idempotency;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.partita.core.idempotency.KeySnapshotReader.Outcome;
import org.partita.core.idempotency.KeySnapshotReader.Result;
import org.partita.core.log.PartitionLog;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.StorageException;

/**
 * Snapshots of the table of a log, so that opening the log need not read a whole window of it. Each can be lost: then
 * an older one or the log tells the same.
 */
public final class KeySnapshots {
    private static final System.Logger LOG = System.getLogger(KeySnapshots.class.getName());
    private static final int KEPT = 2;

    private final PartitionStore files;
    private final PartitionLog log;
    private final KeySnapshotReader reader;
    private final AtomicReference<KeySnapshot> captured = new AtomicReference<>();
    private long capturedUpToOffset;

    public KeySnapshots(PartitionStore files, PartitionLog log) {
        this.files = requireNonNull(files, "files");
        this.log = requireNonNull(log, "log");
        this.reader = new KeySnapshotReader(files, log);
    }

    PartitionId partition() {
        return files.id();
    }

    /**
     * On the loop, when all of the log is durable: what the table has now is written with the next {@link #persist}.
     * Does not wait and copies nothing.
     */
    public void capture(IdempotencyTable table, long nowMillis) {
        if (log.logEndOffset() == capturedUpToOffset || log.latestEpoch().isEmpty()) return;
        table.dropExpired(nowMillis);
        captured.set(KeySnapshot.of(table, log, files.id()));
        capturedUpToOffset = log.logEndOffset();
    }

    /**
     * Writes what was captured last, if the log still is what it was, and deletes older ones. Waits for the disk; by
     * one thread at a time, and not while the log is cut.
     *
     * @throws StorageException if the disk fails; it is tried again the next time
     */
    public void persist() {
        KeySnapshot next = captured.getAndSet(null);
        if (next == null || !reader.fits(next.header())) return;
        try {
            next.write(files);
            List<Long> written = files.indexes(IndexKind.KEYS);
            for (long older : written.subList(0, Math.max(0, written.size() - KEPT))) {
                files.deleteIndex(older, IndexKind.KEYS);
            }
        } catch (RuntimeException failure) {
            captured.compareAndSet(null, next);
            throw failure;
        }
    }

    /**
     * Fills an empty table from the newest snapshot that can be used, and deletes those that never will be. Before
     * anything is captured.
     *
     * @param neededAfterMillis what has to be in the table
     * @return where the log has to be read from; the first offset there is if there is no snapshot
     */
    long restore(IdempotencyTable table, long neededAfterMillis, TableRecovery recovery) {
        List<Long> found = files.indexes(IndexKind.KEYS);
        for (int i = found.size() - 1; i >= 0; i--) {
            Result result = tryRead(found.get(i), table, neededAfterMillis, recovery);
            if (result.outcome() == Outcome.TAKEN) {
                capturedUpToOffset = result.upToOffset();
                return result.upToOffset();
            }
        }
        return log.stored().firstOffset();
    }

    private Result tryRead(long segment, IdempotencyTable table, long neededAfterMillis, TableRecovery recovery) {
        try {
            Result result = reader.read(segment, table, neededAfterMillis, recovery);
            if (result.outcome() == Outcome.NOT_OF_THIS_LOG || result.outcome() == Outcome.DAMAGED) {
                LOG.log(Level.INFO, "partition {0}: snapshot of keys at segment {1} is not used and deleted: {2}",
                    files.id(), segment, result.outcome());
                files.deleteIndex(segment, IndexKind.KEYS);
            }
            return result;
        } catch (StorageException failure) {
            LOG.log(Level.WARNING, "partition " + files.id() + ": snapshot of keys at segment " + segment
                + " cannot be used; the log is read instead", failure);
            return new Result(Outcome.DAMAGED, 0);
        }
    }
}
