package org.partita.core.log;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

import org.partita.core.execution.Cleanup;
import org.partita.core.log.state.EpochEnd;
import org.partita.core.log.state.RecoveryReport;
import org.partita.core.log.state.SegmentSummary;
import org.partita.core.log.time.TimedOffset;
import org.partita.core.record.Codecs;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.UndecodableBatchException;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.DiskFullException;
import org.partita.storage.IndexKind;
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
    private LogConfig config;
    private Retention retention;
    private final RecoveryReport recovery;
    private final FailureLatch latch;
    private final LogPersistence persistence;
    private volatile ForcedSegment forced;
    private volatile boolean suspect;
    private final LogReads reads;

    private PartitionLog(PartitionStore store, LogConfig config, RecoveredLog recovered) {
        this.store = store;
        this.config = config;
        this.retention = new Retention(config);
        this.recovery = recovered.report();
        this.latch = new FailureLatch(store.id());
        this.forced = new ForcedSegment(recovered.snapshot().active());
        this.persistence = new LogPersistence(store, recovered.noted(), recovered.noteCurrent());
        this.suspect = recovered.noted().suspect();
        this.reads = new LogReads(store.id(), recovered.snapshot());
    }

    /** Without knowledge of an earlier run: what is not noted as closed is read. */
    public static PartitionLog open(PartitionStore store, LogConfig config) {
        return open(store, config, Optional.empty(), false);
    }

    /**
     * Reads what is not known to have been durable, cuts the damaged tail of the last segment, and makes what is left
     * durable. A partition without files gets an empty segment at offset 0.
     *
     * @param flushed how far the last segment was durable
     * @param unforcedLost whether the operating system may have lost what was not forced
     * @throws CorruptSegmentException if bytes before the tail are damaged or a segment is missing; nothing is changed
     * @throws StorageException if the disk cannot be read or written
     */
    public static PartitionLog open(PartitionStore store, LogConfig config, Optional<SegmentSummary> flushed,
                                    boolean unforcedLost) {
        return new PartitionLog(requireNonNull(store, "store"), requireNonNull(config, "config"),
            RecoveredLog.recover(store, config, flushed, unforcedLost));
    }

    /** Holds from the next append and the next {@link #maintain} on. */
    public void configure(LogConfig changed) {
        config = requireNonNull(changed, "changed");
        retention = new Retention(changed);
    }

    public RecoveryReport recovery() {
        return recovery;
    }

    public long logStartOffset() {
        return reads.snapshot().startOffset();
    }

    public long logEndOffset() {
        return reads.snapshot().endOffset();
    }

    /** Offset below which everything is durable. */
    public long flushedOffset() {
        return forced.get().endOffset();
    }

    /** Empty if the log has no batch. */
    public OptionalInt latestEpoch() {
        return reads.snapshot().latestEpoch();
    }

    /**
     * Leader epoch of the batch that ends before {@code offset}; empty if the log has none there. Two logs that have
     * the same answer for an offset are the same up to there. Callable from any thread.
     */
    public OptionalInt epochBefore(long offset) {
        LogSnapshot view = reads.snapshot();
        return offset <= view.startOffset() || offset > view.endOffset() ? OptionalInt.empty()
            : view.epochs().at(offset - 1);
    }

    /** Base offset of the segment that appends go to. */
    public long activeBaseOffset() {
        return reads.snapshot().active().baseOffset();
    }

    /** Where this leader epoch ends here, or the latest before it that has batches. Callable from any thread. */
    public EpochEnd endOfEpoch(int leaderEpoch) {
        LogSnapshot view = reads.snapshot();
        return view.epochs().endOf(leaderEpoch, view.startOffset(), view.endOffset());
    }

    /** Whether data that was counted as stored may be missing. Survives restarts until {@link #clearSuspicion}. */
    public boolean suspect() {
        return suspect;
    }

    /** The log has all that was counted as stored. On disk with the next {@link #persist}. */
    public void clearSuspicion() {
        suspect = false;
    }

    public long sizeBytes() {
        return reads.snapshot().sizeBytes();
    }

    /**
     * Puts the batch at the end of the log. If this fails the log is as before, and the next append may succeed. A full
     * segment is closed first, which waits for the disk: who must not wait asks {@link #needsRoll} before.
     *
     * @param leaderEpoch epoch of the leader that appends, not below the latest
     * @throws DiskFullException if there is no space
     * @throws StorageException on any other failure of the disk, or if an earlier one has closed the log for writing
     */
    public Appended append(RecordBatch batch, int leaderEpoch) {
        int latestEpoch = reads.snapshot().latestEpoch().orElse(0);
        if (leaderEpoch < latestEpoch) {
            throw new IllegalArgumentException("leaderEpoch " + leaderEpoch + ", at least " + latestEpoch
                + " expected");
        }
        latch.check();
        if (needsRoll(batch)) roll();
        LogSnapshot before = reads.snapshot();
        Segment active = before.active();
        long baseOffset = active.endOffset();
        write(active, batch, leaderEpoch);
        Segment grown = active.plus(batch.header(), leaderEpoch);
        reads.publish(before.withActive(grown));
        return new Appended(baseOffset, grown.endOffset() - 1, batch.header().appendMillis());
    }

    private void write(Segment active, RecordBatch batch, int leaderEpoch) {
        SegmentFile file = active.file();
        try {
            file.append(batch.partsPlacedAt(active.endOffset(), leaderEpoch));
        } catch (RuntimeException | Error e) {
            // What the port could not cut off again would stand where the next batch is thought to be.
            if (e instanceof Error || file.sizeBytes() != active.sizeBytes()) latch.close(e);
            throw e;
        }
    }

    private void roll() {
        RollPoint point = beginRoll();
        point.perform();
        finishRoll(point);
    }

    /** Whether the active segment has to be closed before this batch can be appended. */
    public boolean needsRoll(RecordBatch batch) {
        return reads.snapshot().active().shouldRoll(batch.header(), config);
    }

    /** The change to a new segment, to be performed off the loop; nothing may be appended meanwhile. */
    public RollPoint beginRoll() {
        return new RollPoint(store, beginFlush());
    }

    /**
     * Appends go to the new segment from now on.
     *
     * @throws IllegalStateException if it was not performed, or something was appended meanwhile
     */
    public void finishRoll(RollPoint point) {
        LogSnapshot before = reads.snapshot();
        Segment fresh = Segment.empty(point.next());
        if (fresh.baseOffset() != before.endOffset() || before.active().sizeBytes() == 0) {
            throw new IllegalStateException("segment " + fresh.baseOffset() + " cannot follow a log that ends at "
                + before.endOffset());
        }
        reads.publish(before.rolledTo(before.active().closed(store), fresh));
        forced.raiseTo(fresh);
    }

    /**
     * To be called now and then: notes when segments were filled and takes old ones out of the log. Their files go with
     * the next {@link #persist}.
     *
     * @param limitOffset nothing from here on is taken out
     * @return whether the active segment is old too: then it is to be closed, and this to be called again
     * @throws StorageException if an earlier failure has closed the log for writing
     */
    public boolean maintain(long nowMillis, long limitOffset) {
        reads.publish(reads.snapshot().seenAt(nowMillis));
        latch.check();
        takeOut(retention.expired(reads.snapshot(), nowMillis, limitOffset));
        return retention.shouldRoll(reads.snapshot(), nowMillis);
    }

    /**
     * The log starts here from now on, if it did not start later; so it does after a restart once what is below is
     * durable and the next {@link #persist} is done. Segments below go with the next {@link #maintain} that may take
     * them out.
     *
     * @throws OffsetOutOfRangeException if {@code offset} is beyond the log end
     */
    public void deleteBefore(long offset) {
        latch.check();
        LogSnapshot before = reads.snapshot();
        if (offset < 0 || offset > before.endOffset()) {
            throw new OffsetOutOfRangeException(offset, before.startOffset(), before.endOffset());
        }
        reads.publish(before.startingAt(offset));
    }

    private void takeOut(int segments) {
        if (segments == 0) return;
        LogSnapshot before = reads.snapshot();
        reads.publish(before.without(segments));
        before.closed().subList(0, segments).forEach(persistence::retire);
    }

    /**
     * Cuts off every batch that ends beyond {@code offset}, physically and durably. Waits for the disk. Nobody may
     * append, begin or finish a roll, {@link #maintain} or {@link #persist} meanwhile; readers may read.
     *
     * <p>What was noted of keyed messages and of producers goes first. Segments go from the back, so the log has no gap
     * whenever a crash comes.
     *
     * @return the log end
     * @throws IllegalArgumentException if the log would end below its start
     * @throws StorageException if the disk fails; then the log takes no writes until it is opened again
     */
    long truncate(long offset) {
        latch.check();
        LogSnapshot before = reads.snapshot();
        if (offset < before.startOffset()) {
            throw new IllegalArgumentException("cut at " + offset + ", log start is " + before.startOffset());
        }
        if (offset >= before.endOffset()) return before.endOffset();
        int last = before.indexOf(offset);
        Segment front = SegmentScan.cut(store.id(), before.segment(last), offset);
        if (front.endOffset() < before.startOffset()) {
            throw new IllegalArgumentException("cut at " + offset + " takes the batch away in which the log starts, "
                + before.startOffset());
        }
        LogSnapshot after = before.cutTo(last, front);
        for (int i = last; i < before.segmentCount(); i++) {
            store.deleteIndex(before.segment(i).baseOffset(), IndexKind.KEYS);
            store.deleteIndex(before.segment(i).baseOffset(), IndexKind.PRODUCERS);
        }
        persistence.noteCut(after, suspect, forced.get().endOffset());
        supersede(front);
        reads.publishCut(after);
        try {
            for (int i = before.segmentCount() - 1; i > last; i--) delete(before.segment(i));
            front.file().truncate(front.sizeBytes());
        } catch (RuntimeException | Error e) {
            latch.close(e);
            throw e;
        }
        forced = new ForcedSegment(front);
        return front.endOffset();
    }

    /** What is durable of what is left is so whether the cut succeeds or not. */
    private void supersede(Segment front) {
        ForcedSegment before = forced;
        before.supersede();
        forced = before.covers(front.endOffset()) ? new ForcedSegment(front) : new ForcedSegment(before.get());
    }

    private void delete(Segment segment) {
        store.deleteSegment(segment.baseOffset());
        segment.file().close();
    }

    /**
     * Notes on disk what makes the next opening short, and deletes the files of segments that were taken out. Waits for
     * the disk; off the loop, by one thread at a time, also after {@link #close} as long as the store is open.
     *
     * @return what is durable of the active segment
     * @throws StorageException if the disk fails; what was noted before still holds
     */
    public SegmentSummary persist() {
        return persistence.persist(reads::snapshot, suspect, () -> forced.get());
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
        return new LogRead(reads.read(offset, maxOffset, maxBytes));
    }

    /** What a start reads of the log as it is now. */
    public StoredLog stored() {
        return new StoredLog(store.id(), reads.snapshot());
    }

    /**
     * As {@link #read}, for senders: whole batches of one segment as they are stored. Only a few headers have been
     * looked at; checksums are the receiver's to verify. If they are cut off meanwhile, the slice says so.
     *
     * @return to be closed by the caller; empty if there is nothing between {@code offset} and {@code maxOffset}
     */
    public LogSlice slice(long offset, long maxOffset, int maxBytes) {
        return reads.slice(offset, maxOffset, maxBytes);
    }

    /**
     * The first record whose timestamp is at least this; empty if there is none. Callable from any thread; waits for
     * the disk.
     *
     * @param maxOffset only batches that end below this offset
     * @param maxDecompressedBytes a batch that inflates to more is an error
     * @throws CorruptSegmentException if the bytes are not what was written
     * @throws UndecodableBatchException if a batch that may hold the record cannot be decoded
     */
    public Optional<TimedOffset> firstNotOlder(long timestampMillis, long maxOffset, Codecs codecs,
                                               int maxDecompressedBytes) {
        return reads.firstNotOlder(timestampMillis, maxOffset, codecs, maxDecompressedBytes);
    }

    /** The first record with the largest timestamp, as {@link #firstNotOlder}. Those without one do not count. */
    public Optional<TimedOffset> newest(long maxOffset, Codecs codecs, int maxDecompressedBytes) {
        return reads.newest(maxOffset, codecs, maxDecompressedBytes);
    }

    /** Captures what has been appended so far, to be forced off the loop. */
    public FlushPoint beginFlush() {
        LogSnapshot view = reads.snapshot();
        return new FlushPoint(view.active(), latch, forced);
    }

    /** Closes the files; what was not flushed is not made durable. Idempotent. */
    @Override
    public void close() {
        LogSnapshot view = reads.snapshot();
        Cleanup closing = new Cleanup();
        for (int i = 0; i < view.segmentCount(); i++) closing.attempt(view.segment(i).file()::close);
        persistence.closeRetired(closing);
        closing.end();
    }

    /** Whole batches in ascending order without a gap; the first may begin below the offset that was asked for. */
    public record LogRead(List<RecordBatch> batches) {
        public LogRead {
            batches = List.copyOf(batches);
        }
    }
}
