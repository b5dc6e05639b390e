package org.partita.core.log;

import static java.util.Objects.requireNonNull;

/**
 * What opening a log found. Everything below {@code nextOffset} is whole and durable.
 *
 * @param segments how many there are
 * @param bytesScanned how much was read to check it; what was durable before is not
 * @param lostOffsets how many offsets at the end were durable once and are gone
 * @param cut {@link TailCut#NONE} if nothing had to be cut off
 */
public record RecoveryReport(int segments, long bytesScanned, long nextOffset, long lostOffsets, TailCut cut) {
    public RecoveryReport {
        if (segments < 0) throw new IllegalArgumentException("segments " + segments + " < 0");
        if (bytesScanned < 0) throw new IllegalArgumentException("bytesScanned " + bytesScanned + " < 0");
        if (nextOffset < 0) throw new IllegalArgumentException("nextOffset " + nextOffset + " < 0");
        if (lostOffsets < 0) throw new IllegalArgumentException("lostOffsets " + lostOffsets + " < 0");
        requireNonNull(cut, "cut");
    }

    public long bytesCut() {
        return cut.lengthBytes();
    }

    /**
     * Bytes that recovery took away from the end of the last segment.
     *
     * @param positionBytes where the damage began within the segment file; nothing is left from there on
     * @param finding what was wrong there
     */
    public record TailCut(long segmentBaseOffset, long positionBytes, long lengthBytes, String finding) {
        public static final TailCut NONE = new TailCut(0, 0, 0, "");

        public TailCut {
            if (segmentBaseOffset < 0) throw new IllegalArgumentException("segment " + segmentBaseOffset + " < 0");
            if (positionBytes < 0) throw new IllegalArgumentException("positionBytes " + positionBytes + " < 0");
            if (lengthBytes < 0) throw new IllegalArgumentException("lengthBytes " + lengthBytes + " < 0");
            requireNonNull(finding, "finding");
        }
    }
}
