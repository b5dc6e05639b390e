package org.partita.core.log.state;

import static java.util.Objects.requireNonNull;

/**
 * What opening a log found. Everything below {@code nextOffset} is whole and durable.
 *
 * @param segments how many there are
 * @param bytesScanned how much was read to check it; what was durable before is not
 * @param lostOffsets how many offsets at the end are known to have been durable once and are gone
 * @param lastSegmentMissing whether there was a segment behind the last one there is; what it held is known only as far
 *     as {@code lostOffsets} says
 * @param cut {@link TailCut#NONE} if nothing had to be cut off
 */
public record RecoveryReport(int segments, long bytesScanned, long nextOffset, long lostOffsets,
                             boolean lastSegmentMissing, TailCut cut) {
    public RecoveryReport {
        if (segments < 0) throw new IllegalArgumentException("segments " + segments + " < 0");
        if (bytesScanned < 0) throw new IllegalArgumentException("bytesScanned " + bytesScanned + " < 0");
        if (nextOffset < 0) throw new IllegalArgumentException("nextOffset " + nextOffset + " < 0");
        if (lostOffsets < 0) throw new IllegalArgumentException("lostOffsets " + lostOffsets + " < 0");
        requireNonNull(cut, "cut");
    }

    /** Whether something was lost that may have been stored. */
    public boolean incomplete() {
        return bytesCut() > 0 || lostOffsets > 0 || lastSegmentMissing;
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
