package org.partita.core.log;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

import org.partita.core.log.state.SegmentSummary;
import org.partita.core.record.RecordBatch;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.DiskFullException;
import org.partita.storage.LogSlice;
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
    private final Retention retention;
    private final RecoveryReport recovery;
    private final FailureLatch latch;
    private final ForcedSegment forced;
    private final LogPersistence persistence;
    private volatile LogSnapshot snapshot;

    private PartitionLog(PartitionStore store, LogConfig config, RecoveredLog recovered) {
        this.store = store;
        this.config = config;
        this.retention = new Retention(config);
        this.recovery = recovered.report();
        this.latch = new FailureLatch(store.id());
        this.forced = new ForcedSegment(recovered.snapshot().active());
        this.persistence = new LogPersistence(store, recovered.noted());
        this.snapshot = recovered.snapshot();
    }

    /** {@link #open(PartitionStore, LogConfig, Optional)} without a checkpoint: what is not noted as closed is read. */
    public static PartitionLog open(PartitionStore store, LogConfig config) {
        return open(store, config, Optional.empty());
    }

    /**
     * Reads what is not known to have been durable, cuts the damaged tail of the last segment, and makes what is left
     * durable. A partition without files gets an empty segment at offset 0.
     *
     * @param flushed how far the last segment was durable
     * @throws CorruptSegmentException if bytes before the tail are damaged or a segment is missing; nothing is changed
     * @throws StorageException if the disk cannot be read or written
     */
    public static PartitionLog open(PartitionStore store, LogConfig config, Optional<SegmentSummary> flushed) {
        return new PartitionLog(requireNonNull(store, "store"), requireNonNull(config, "config"),
            RecoveredLog.recover(store, config.lostTail(), flushed));
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
        return forced.get().endOffset();
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
        if (snapshot.active().shouldRoll(batch.header(), config)) roll();
        LogSnapshot before = snapshot;
        Segment active = before.active();
        long baseOffset = active.endOffset();
        write(active, batch, leaderEpoch);
        Segment grown = active.plus(batch.header());
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
        LogSnapshot before = snapshot;
        Segment next = Segment.empty(store.createSegment(before.endOffset()));
        snapshot = before.rolledTo(before.active().closed(store), next);
        forced.raiseTo(next);
    }

    /**
     * To be called now and then: notes when segments were filled, closes an active segment that is old, and takes old
     * segments out of the log. Their files go with the next {@link #persist}.
     *
     * @param limitOffset nothing from here on is taken out
     * @throws DiskFullException if there is no space for a new segment; the log is as before
     * @throws StorageException on any other failure of the disk
     */
    public void maintain(long nowMillis, long limitOffset) {
        snapshot = snapshot.seenAt(nowMillis);
        latch.check();
        if (retention.shouldRoll(snapshot.active(), nowMillis)) roll();
        LogSnapshot before = snapshot;
        int expired = retention.expired(before, nowMillis, limitOffset);
        if (expired == 0) return;
        snapshot = before.without(expired);
        for (Segment each : before.closed().subList(0, expired)) persistence.retire(each);
    }

    /**
     * Notes on disk what makes the next opening short, and deletes the files of segments that were taken out. Waits for
     * the disk; off the loop, by one thread at a time, also after {@link #close} as long as the store is open.
     *
     * @return what is durable of the active segment
     * @throws StorageException if the disk fails; what was noted before still holds
     */
    public SegmentSummary persist() {
        return persistence.persist(() -> snapshot, forced.get());
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
        LogSnapshot view = viewWith(offset);
        return new LogRead(whileKept(offset, () ->
            new LogReader(store.id(), view, offset, maxOffset, maxBytes).read()));
    }

    /**
     * As {@link #read}, for senders: whole batches of one segment as they are stored. Only a few headers have been
     * looked at; checksums are the receiver's to verify.
     *
     * @return to be closed by the caller; empty if there is nothing between {@code offset} and {@code maxOffset}
     */
    public LogSlice slice(long offset, long maxOffset, int maxBytes) {
        if (maxBytes < 1) throw new IllegalArgumentException("maxBytes " + maxBytes + " < 1");
        LogSnapshot view = viewWith(offset);
        return whileKept(offset, () -> {
            long limitOffset = Math.min(maxOffset, view.endOffset());
            if (offset >= limitOffset) return view.active().file().slice(0, 0);
            return new BatchRange(store.id(), view.segment(view.indexOf(offset))).slice(offset, limitOffset, maxBytes);
        });
    }

    private LogSnapshot viewWith(long offset) {
        LogSnapshot view = snapshot;
        if (offset < view.startOffset() || offset > view.endOffset()) {
            throw new OffsetOutOfRangeException(offset, view.startOffset(), view.endOffset());
        }
        return view;
    }

    /** The files of a snapshot may be deleted under its reader: then what was read for is not there any more. */
    private <T> T whileKept(long offset, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RuntimeException failure) {
            LogSnapshot now = snapshot;
            if (offset >= now.startOffset()) throw failure;
            throw new OffsetOutOfRangeException(offset, now.startOffset(), now.endOffset());
        }
    }

    /**
     * Offset of the first record whose timestamp is at least this; empty if there is none. Callable from any
     * thread; waits for the disk.
     *
     * @param maxOffset only batches that end below this offset
     * @param maxDecompressedBytes a batch that inflates to more is an error
     * @throws CorruptSegmentException if the bytes are not what was written
     */
    public OptionalLong offsetForTime(long timestampMillis, long maxOffset, int maxDecompressedBytes) {
        LogSnapshot view = snapshot;
        return whileKept(view.startOffset(), () ->
            new TimeSearch(store.id(), view, timestampMillis, maxOffset, maxDecompressedBytes).find());
    }

    /**
     * Offset of the first batch whose max timestamp is after this, the log end if there is none. Callable from any
     * thread; waits for the disk.
     *
     * @throws CorruptSegmentException if the bytes are not what was written
     */
    public long firstBatchAfter(long timestampMillis) {
        LogSnapshot view = snapshot;
        if (timestampMillis == Long.MAX_VALUE) return view.endOffset();
        return whileKept(view.startOffset(), () ->
            new TimeSearch(store.id(), view, timestampMillis + 1, Long.MAX_VALUE, 0).findBatch())
            .orElse(view.endOffset());
    }

    /** Captures what has been appended so far, to be forced off the loop. */
    public FlushPoint beginFlush() {
        LogSnapshot view = snapshot;
        return new FlushPoint(view.active(), latch, forced);
    }

    /** Closes the files; what was not flushed is not made durable. Idempotent. */
    @Override
    public void close() {
        LogSnapshot view = snapshot;
        for (int i = 0; i < view.segmentCount(); i++) {
            view.segment(i).file().close();
        }
        persistence.closeRetired();
    }
}
