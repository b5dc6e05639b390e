package org.partita.core.log.state;

/**
 * When a segment was filled, by the broker's clock and not by what producers say.
 *
 * @param firstMillis not before its first append; {@link #UNKNOWN} until somebody looked
 * @param lastMillis not before its last append; {@link #UNKNOWN} until somebody looked after it
 */
public record SegmentTimes(long firstMillis, long lastMillis) {
    public static final long UNKNOWN = -1;
    public static final SegmentTimes NONE = new SegmentTimes(UNKNOWN, UNKNOWN);

    /** After an append nobody has looked at. */
    public SegmentTimes appended() {
        return lastMillis == UNKNOWN ? this : new SegmentTimes(firstMillis, UNKNOWN);
    }

    /** What was not known is so now. Times in the future are not believed: the clock was set back. */
    public SegmentTimes seenAt(long nowMillis) {
        long first = firstMillis == UNKNOWN ? nowMillis : Math.min(firstMillis, nowMillis);
        long last = lastMillis == UNKNOWN ? nowMillis : Math.min(lastMillis, nowMillis);
        return first == firstMillis && last == lastMillis ? this : new SegmentTimes(first, last);
    }
}
