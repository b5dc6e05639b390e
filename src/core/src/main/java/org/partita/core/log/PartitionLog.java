package org.partita.core.log;

import static java.util.Objects.requireNonNull;

import org.partita.core.record.RecordBatch;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.DiskFullException;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.StorageException;

/**
 * The log of one partition. One writer, its loop; offsets, sizes and {@link #read} may be asked for by any thread.
 *
 * <p>Every segment but the active one is durable: a roll forces the segment it closes before the next one exists. So
 * after a crash only the last segment can be torn, and damage anywhere else is real damage.
 */
public final class PartitionLog implements AutoCloseable {
    private final PartitionStore store;
    private final LogConfig config;
    private final RecoveryReport recovery;
    private final FailureLatch latch;
    private final ForcedOffset forced;
    private volatile LogSnapshot snapshot;

    private PartitionLog(PartitionStore store, LogConfig config, RecoveredLog recovered) {
        this.store = store;
        this.config = config;
        this.recovery = recovered.report();
        this.latch = new FailureLatch(store.id());
        this.forced = new ForcedOffset(recovered.report().nextOffset());
        this.snapshot = LogSnapshot.of(recovered.segments());
    }

    /**
     * Reads every segment, cuts the damaged tail of the last one, and makes what is left durable. A partition without
     * files gets an empty segment at offset 0.
     *
     * @throws CorruptSegmentException if bytes before the last segment are damaged or a segment is missing
     * @throws StorageException if the disk cannot be read or written
     */
    public static PartitionLog open(PartitionStore store, LogConfig config) {
        return open(store, config, Long.MAX_VALUE);
    }

    /** As {@link #open(PartitionStore, LogConfig)}, and notes where batches with a max timestamp after this begin. */
    public static PartitionLog open(PartitionStore store, LogConfig config, long recentAfterMillis) {
        return new PartitionLog(requireNonNull(store, "store"), requireNonNull(config, "config"),
            RecoveredLog.recover(store, recentAfterMillis));
    }

    public RecoveryReport recovery() {
        return recovery;
    }

    public long logStartOffset() {
        return snapshot.startOffset();
    }

    public long logEndOffset() {
        return snapshot.endOffset();
    }

    /** Offset below which everything is durable. */
    public long flushedOffset() {
        return forced.get();
    }

    public long sizeBytes() {
        return snapshot.sizeBytes();
    }

    /**
     * Puts the batch at the end of the log. If this fails the log is as before, and the next append may succeed.
     *
     * @param leaderEpoch epoch of the leader that appends
     * @throws DiskFullException if there is no space
     * @throws StorageException on any other failure of the disk, or if an earlier one has closed the log for writing
     */
    public Appended append(RecordBatch batch, int leaderEpoch) {
        if (leaderEpoch < 0) throw new IllegalArgumentException("leaderEpoch " + leaderEpoch + " < 0");
        latch.check();
        if (snapshot.active().shouldRoll(batch.header(), config.segmentBytes())) roll();
        LogSnapshot before = snapshot;
        Segment active = before.active();
        long baseOffset = active.endOffset();
        write(active, batch, leaderEpoch);
        Segment grown = active.plus(batch.sizeBytes(), batch.recordCount());
        snapshot = before.withActive(grown);
        return new Appended(baseOffset, grown.endOffset() - 1);
    }

    private void write(Segment active, RecordBatch batch, int leaderEpoch) {
        SegmentFile file = active.file();
        try {
            file.append(batch.partsPlacedAt(active.endOffset(), leaderEpoch));
        } catch (RuntimeException e) {
            // What the port could not cut off again would stand where the next batch is thought to be.
            if (file.sizeBytes() != active.sizeBytes()) latch.close(e);
            throw e;
        }
    }

    private void roll() {
        beginFlush().force();
        snapshot = snapshot.rolledTo(Segment.empty(store.createSegment(snapshot.endOffset())));
    }

    /**
     * Whole batches in order, beginning with the one that holds {@code offset}. Callable from any thread; waits for the
     * disk.
     *
     * @param maxOffset only batches that end below this offset
     * @param maxBytes stop before more than this, but give one batch if any is there
     * @return no batches if {@code offset} is the log end or not below {@code maxOffset}
     * @throws OffsetOutOfRangeException if {@code offset} is below the log start or beyond the log end
     * @throws CorruptSegmentException if the bytes are not what was written
     */
    public LogRead read(long offset, long maxOffset, int maxBytes) {
        if (maxBytes < 1) throw new IllegalArgumentException("maxBytes " + maxBytes + " < 1");
        LogSnapshot view = snapshot;
        if (offset < view.startOffset() || offset > view.endOffset()) {
            throw new OffsetOutOfRangeException(offset, view.startOffset(), view.endOffset());
        }
        return new LogRead(new LogReader(store.id(), view, offset, maxOffset, maxBytes).read());
    }

    /** Captures what has been appended so far, to be forced off the loop. */
    public FlushPoint beginFlush() {
        LogSnapshot view = snapshot;
        return new FlushPoint(view.active().file(), view.endOffset(), latch, forced);
    }

    /** Closes the files; what was not flushed is not made durable. Idempotent. */
    @Override
    public void close() {
        LogSnapshot view = snapshot;
        for (int i = 0; i < view.segmentCount(); i++) {
            view.segment(i).file().close();
        }
    }
}
