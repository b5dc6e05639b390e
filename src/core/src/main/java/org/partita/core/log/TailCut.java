package org.partita.core.log;

import static java.util.Objects.requireNonNull;

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
