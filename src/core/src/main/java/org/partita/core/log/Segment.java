package org.partita.core.log;

import org.partita.core.record.BatchHeader;
import org.partita.storage.SegmentFile;

/**
 * One segment file as it is at one moment. Later appends make a new value; readers of this one do not see them.
 *
 * @param endOffset offset behind the last batch; equals the base offset while there is none
 */
record Segment(SegmentFile file, long baseOffset, long endOffset, int sizeBytes, BatchPositions positions) {
    static Segment empty(SegmentFile file) {
        return new Segment(file, file.baseOffset(), file.baseOffset(), 0, BatchPositions.EMPTY);
    }

    /** Whether the format lets this batch follow here: positions and relative offsets are 32 bit. */
    boolean canHold(int batchBytes, int recordCount) {
        return batchBytes <= Integer.MAX_VALUE - sizeBytes
            && endOffset - baseOffset <= Integer.MAX_VALUE - (long) recordCount;
    }

    /** An empty segment is never closed, whatever comes next. */
    boolean shouldRoll(BatchHeader incoming, int segmentBytes) {
        if (sizeBytes == 0) return false;
        return (long) sizeBytes + incoming.sizeBytes() > segmentBytes
            || !canHold(incoming.sizeBytes(), incoming.recordCount());
    }

    Segment plus(int batchBytes, int recordCount) {
        return new Segment(file, baseOffset, endOffset + recordCount, sizeBytes + batchBytes,
            positions.plus((int) (endOffset - baseOffset), sizeBytes));
    }

    /** Where to begin to look for the batch of this offset: at most {@link BatchPositions#INTERVAL_BYTES} before it. */
    int positionFor(long offset) {
        return offset <= baseOffset ? 0 : positions.floor((int) (offset - baseOffset));
    }
}
