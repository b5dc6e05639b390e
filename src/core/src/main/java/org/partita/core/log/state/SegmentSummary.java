package org.partita.core.log.state;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;

import org.partita.core.log.index.IndexSummary;

/**
 * A segment, or the front of one, that was whole and durable when this was noted.
 *
 * @param endOffset offset behind its last batch
 * @param lastBatchPosition where its last batch begins; 0 if there is none
 */
public record SegmentSummary(long baseOffset, long endOffset, int sizeBytes, int lastBatchPosition,
                             SegmentTimes times, IndexSummary index) {
    static final int SIZE_BYTES = 68;

    public SegmentSummary {
        requireNonNull(times, "times");
        requireNonNull(index, "index");
        if (baseOffset < 0 || endOffset < baseOffset) {
            throw new IllegalArgumentException("offsets " + baseOffset + " to " + endOffset);
        }
        if (lastBatchPosition < 0 || lastBatchPosition > sizeBytes) {
            throw new IllegalArgumentException("last batch at " + lastBatchPosition + " of " + sizeBytes + " bytes");
        }
        if (sizeBytes == 0 != (endOffset == baseOffset)) {
            throw new IllegalArgumentException(sizeBytes + " bytes for " + (endOffset - baseOffset) + " offsets");
        }
    }

    void encode(ByteBuffer out) {
        out.putLong(baseOffset).putLong(endOffset).putInt(sizeBytes).putInt(lastBatchPosition)
            .putLong(times.firstMillis()).putLong(times.lastMillis())
            .putInt(index.offsetEntries()).putInt(index.offsetCrc()).putInt(index.timeEntries())
            .putInt(index.timeCrc()).putLong(index.maxTimestampMillis()).putInt(index.maxTimestampOffset());
    }

    /** @throws IllegalArgumentException if no log can look like this */
    static SegmentSummary decode(ByteBuffer in) {
        return new SegmentSummary(in.getLong(), in.getLong(), in.getInt(), in.getInt(),
            new SegmentTimes(in.getLong(), in.getLong()), new IndexSummary(in.getInt(), in.getInt(), in.getInt(),
                in.getInt(), in.getLong(), in.getInt()));
    }
}
