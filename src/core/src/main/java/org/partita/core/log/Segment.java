package org.partita.core.log;

import org.partita.core.log.index.ClosedIndex;
import org.partita.core.log.index.HeapIndex;
import org.partita.core.log.index.IndexSummary;
import org.partita.core.log.index.SegmentIndex;
import org.partita.core.log.state.EpochStarts;
import org.partita.core.log.state.SegmentSummary;
import org.partita.core.log.state.SegmentTimes;
import org.partita.core.record.BatchHeader;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;

/**
 * One segment file as it is at one moment. Later appends make a new value; readers of this one do not see them.
 *
 * @param endOffset offset behind the last batch; equals the base offset while there is none
 * @param lastBatchPosition 0 while there is none
 * @param epochs of its batches
 */
record Segment(ExaminedFile source, long endOffset, int sizeBytes, int lastBatchPosition, EpochStarts epochs,
               SegmentTimes times, SegmentIndex index) {
    static Segment empty(SegmentFile file) {
        return empty(new ExaminedFile(file));
    }

    static Segment empty(ExaminedFile source) {
        return new Segment(source, source.file().baseOffset(), 0, 0, EpochStarts.NONE, SegmentTimes.NONE,
            HeapIndex.EMPTY);
    }

    static Segment of(ExaminedFile source, SegmentSummary noted, SegmentIndex index) {
        return new Segment(source, noted.endOffset(), noted.sizeBytes(), noted.lastBatchPosition(), noted.epochs(),
            noted.times(), index);
    }

    SegmentFile file() {
        return source.file();
    }

    long baseOffset() {
        return file().baseOffset();
    }

    /** Whether the format lets this batch follow here: positions and relative offsets are 32 bit. */
    boolean canHold(int batchBytes, int recordCount) {
        return batchBytes <= Integer.MAX_VALUE - sizeBytes
            && endOffset - baseOffset() <= Integer.MAX_VALUE - (long) recordCount;
    }

    /** An empty segment is never closed, whatever comes next. */
    boolean shouldRoll(BatchHeader incoming, LogConfig config) {
        if (sizeBytes == 0) return false;
        return (long) sizeBytes + incoming.sizeBytes() > config.segmentBytes()
            || !canHold(incoming.sizeBytes(), incoming.recordCount()) || index.isFull(config.maxIndexEntries());
    }

    /** @param leaderEpoch not below that of the batch before it */
    Segment plus(BatchHeader batch, int leaderEpoch) {
        int relativeLastOffset = (int) (endOffset - baseOffset()) + batch.recordCount() - 1;
        return new Segment(source, endOffset + batch.recordCount(), sizeBytes + batch.sizeBytes(), sizeBytes,
            epochs.plus(leaderEpoch, endOffset), times.appended(),
            index.plus(relativeLastOffset, sizeBytes, batch.maxTimestampMillis()));
    }

    Segment with(SegmentTimes seen) {
        return new Segment(source, endOffset, sizeBytes, lastBatchPosition, epochs, seen, index);
    }

    Segment withoutIndex() {
        return new Segment(source, endOffset, sizeBytes, lastBatchPosition, epochs, times, HeapIndex.EMPTY);
    }

    /** As one that no batch will be added to. */
    Segment closed(PartitionStore store) {
        return new Segment(source, endOffset, sizeBytes, lastBatchPosition, epochs, times,
            ClosedIndex.of(store, baseOffset(), grown(), () -> source.index(store.id())));
    }

    /** The index of a segment that is not closed. */
    HeapIndex grown() {
        if (index instanceof HeapIndex heap) return heap;
        throw new IllegalStateException("segment " + baseOffset() + " is closed");
    }

    SegmentSummary summary(IndexSummary written) {
        return new SegmentSummary(baseOffset(), endOffset, sizeBytes, lastBatchPosition, epochs, times, written);
    }

    /** Where to begin to look for the batch of this offset: a few KiB before it. */
    int positionFor(long offset) {
        return offset <= baseOffset() ? 0 : index.positionFor((int) Math.min(offset - baseOffset(), Integer.MAX_VALUE));
    }
}
