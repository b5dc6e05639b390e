package org.partita.core.log.state;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;

import org.partita.core.log.index.IndexSummary;

/**
 * A segment, or the front of one, that was whole and durable when this was noted.
 *
 * @param endOffset offset behind its last batch
 * @param lastBatchPosition where its last batch begins; 0 if there is none
 * @param epochs of its batches
 */
public record SegmentSummary(long baseOffset, long endOffset, int sizeBytes, int lastBatchPosition,
                             EpochStarts epochs, SegmentTimes times, IndexSummary index) {
    private static final int FIXED_BYTES = 72;

    public SegmentSummary {
        requireNonNull(epochs, "epochs");
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

    int encodedBytes() {
        return FIXED_BYTES + epochs.size() * EpochStarts.ENTRY_BYTES;
    }

    void encode(ByteBuffer out) {
        out.putLong(baseOffset).putLong(endOffset).putInt(sizeBytes).putInt(lastBatchPosition);
        epochs.encode(out);
        out.putLong(times.firstMillis()).putLong(times.lastMillis())
            .putInt(index.offsetEntries()).putInt(index.offsetCrc()).putInt(index.timeEntries())
            .putInt(index.timeCrc()).putLong(index.maxTimestampMillis()).putInt(index.maxTimestampOffset());
    }

    /** @throws IllegalArgumentException if no log can look like this */
    static SegmentSummary decode(ByteBuffer in) {
        long baseOffset = in.getLong();
        long endOffset = in.getLong();
        int sizeBytes = in.getInt();
        int lastBatchPosition = in.getInt();
        EpochStarts epochs = EpochStarts.decode(in, baseOffset, endOffset);
        return new SegmentSummary(baseOffset, endOffset, sizeBytes, lastBatchPosition, epochs,
            new SegmentTimes(in.getLong(), in.getLong()), new IndexSummary(in.getInt(), in.getInt(), in.getInt(),
                in.getInt(), in.getLong(), in.getInt()));
    }
}
