package org.partita.core.producer;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import org.partita.core.log.PartitionLog;
import org.partita.core.record.BatchHeader;
import org.partita.storage.IndexFile;
import org.partita.storage.IndexKind;
import org.partita.storage.LogSlice;
import org.partita.storage.PartitionStore;
import org.partita.storage.StorageException;

/**
 * Snapshots of the producers of a log, so that opening the log need not read all of it. Each can be lost: then an older
 * one or the log tells the same.
 */
public final class ProducerSnapshots {
    private static final System.Logger LOG = System.getLogger(ProducerSnapshots.class.getName());
    private static final int KEPT = 2;

    private final PartitionStore files;
    private final PartitionLog log;
    private final AtomicReference<Captured> captured = new AtomicReference<>();
    private long capturedUpToOffset;

    /** @param segment beside which it will stand */
    private record Captured(long segment, ProducerSnapshot snapshot) {
    }

    public ProducerSnapshots(PartitionStore files, PartitionLog log) {
        this.files = requireNonNull(files, "files");
        this.log = requireNonNull(log, "log");
    }

    /**
     * On the loop, when all of the log is durable: what the table has now is written with the next {@link #persist}.
     * Does not wait and copies references only.
     *
     * @param wallMillis time of the broker's clock
     * @param nowMillis the same moment in relative time
     */
    public void capture(ProducerTable table, long wallMillis, long nowMillis) {
        long end = log.logEndOffset();
        if (end == capturedUpToOffset || log.latestEpoch().isEmpty()) return;
        captured.set(new Captured(log.activeBaseOffset(), table.capture(files.id(), end,
            log.latestEpoch().getAsInt(), wallMillis, nowMillis)));
        capturedUpToOffset = end;
    }

    /**
     * Writes what was captured last, if the log still is what it was, and deletes older ones. Waits for the disk; by
     * one thread at a time, and not while the log is cut.
     *
     * @throws StorageException if the disk fails; it is tried again the next time
     */
    public void persist() {
        Captured next = captured.getAndSet(null);
        if (next == null || !fits(next.snapshot())) return;
        try {
            files.writeIndex(next.segment(), IndexKind.PRODUCERS, 0, next.snapshot().encode());
            List<Long> written = files.indexes(IndexKind.PRODUCERS);
            for (long older : written.subList(0, Math.max(0, written.size() - KEPT))) {
                files.deleteIndex(older, IndexKind.PRODUCERS);
            }
        } catch (RuntimeException failure) {
            captured.compareAndSet(null, next);
            throw failure;
        }
    }

    /** A log that has a batch of the same leader epoch there is the same log up to there. */
    private boolean fits(ProducerSnapshot snapshot) {
        return log.epochBefore(snapshot.upToOffset()).stream().anyMatch(epoch -> epoch == snapshot.leaderEpoch());
    }

    /** Not so if the log, or what is beside it, was put back from elsewhere: then other batches are there. */
    private boolean endsWithABatch(ProducerSnapshot snapshot) {
        long end = snapshot.upToOffset();
        if (end == log.logEndOffset()) return true;
        try (LogSlice next = log.slice(end, Long.MAX_VALUE, 1)) {
            return BatchHeader.read(next.bytes()).baseOffset() == end;
        }
    }

    /** The newest that is of this log; those that never will be used are deleted. Before anything is captured. */
    Optional<ProducerSnapshot> newest() {
        List<Long> found = files.indexes(IndexKind.PRODUCERS);
        for (int i = found.size() - 1; i >= 0; i--) {
            Optional<ProducerSnapshot> usable = tryRead(found.get(i));
            if (usable.isPresent()) {
                capturedUpToOffset = usable.get().upToOffset();
                return usable;
            }
        }
        return Optional.empty();
    }

    private Optional<ProducerSnapshot> tryRead(long segment) {
        try {
            Optional<ProducerSnapshot> usable = read(segment).filter(this::fits).filter(this::endsWithABatch);
            if (usable.isPresent()) return usable;
            LOG.log(Level.INFO, "partition {0}: snapshot of producers at segment {1} is not used and deleted: it is "
                + "damaged, or not of this log", files.id(), segment);
            files.deleteIndex(segment, IndexKind.PRODUCERS);
        } catch (StorageException failure) {
            LOG.log(Level.WARNING, "partition " + files.id() + ": snapshot of producers at segment " + segment
                + " cannot be used; the log is read instead", failure);
        }
        return Optional.empty();
    }

    private Optional<ProducerSnapshot> read(long segment) {
        try (IndexFile file = files.openIndex(segment, IndexKind.PRODUCERS).orElseThrow()) {
            if (file.sizeBytes() > ProducerSnapshot.MAX_ENCODED_BYTES) return Optional.empty();
            ByteBuffer content = file.read(0, (int) file.sizeBytes());
            return ProducerSnapshot.decode(content, files.id());
        }
    }
}
