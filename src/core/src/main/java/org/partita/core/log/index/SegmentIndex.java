package org.partita.core.log.index;

/** Finds places in one segment. Only a hint where to begin: what is found there is checked by who reads it. */
public interface SegmentIndex {
    /** Time of a segment whose records have none. */
    long NO_TIMESTAMP = -1;

    /**
     * Position from which to scan for an offset: at most about {@link OffsetEntries#INTERVAL_BYTES} and one batch
     * before it.
     *
     * @param relativeOffset to the segment's base offset
     */
    int positionFor(int relativeOffset);

    /** Last known position of a batch that is not behind this one; 0 if none is known. */
    int batchAtOrBefore(int positionBytes);

    /** Every record up to this relative offset is older than {@code timestampMillis}; -1 if none is known to be. */
    int lastOlderThan(long timestampMillis);

    /** Largest timestamp of the segment; {@link #NO_TIMESTAMP} if none is larger. */
    long maxTimestampMillis();

    /**
     * With one more batch at the end.
     *
     * @param relativeLastOffset of the batch
     * @param maxTimestampMillis of the batch
     * @throws IllegalStateException if the segment is closed
     */
    SegmentIndex plus(int relativeLastOffset, int position, long maxTimestampMillis);

    /** Whether the next batch belongs into another segment. */
    boolean isFull(int maxEntries);
}
