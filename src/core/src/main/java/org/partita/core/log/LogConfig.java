package org.partita.core.log;

import static java.util.Objects.requireNonNull;

/**
 * @param segmentBytes a segment is closed before it would grow beyond this; a larger batch gets one of its own
 * @param segmentMillis a segment is closed so long after its first append
 * @param retentionMillis how long a segment is kept, or {@link #UNLIMITED}
 * @param retentionBytes closed segments go from the front as long as so much is left, or {@link #UNLIMITED}
 * @param maxIndexEntries a segment is closed when its index has so many
 */
public record LogConfig(int segmentBytes, long segmentMillis, long retentionMillis, long retentionBytes,
                        int maxIndexEntries, LostTail lostTail) {
    public static final long UNLIMITED = -1;
    /** Enough for a segment of 1 GiB. */
    public static final int DEFAULT_MAX_INDEX_ENTRIES = 1 << 18;

    public LogConfig {
        requireNonNull(lostTail, "lostTail");
        if (segmentBytes < 1) throw new IllegalArgumentException("segmentBytes " + segmentBytes + " < 1");
        if (segmentMillis < 1) throw new IllegalArgumentException("segmentMillis " + segmentMillis + " < 1");
        if (retentionMillis < UNLIMITED) throw new IllegalArgumentException("retentionMillis " + retentionMillis);
        if (retentionBytes < UNLIMITED) throw new IllegalArgumentException("retentionBytes " + retentionBytes);
        if (maxIndexEntries < 1) throw new IllegalArgumentException("maxIndexEntries " + maxIndexEntries + " < 1");
    }

    /** Keeps everything. */
    public LogConfig(int segmentBytes) {
        this(segmentBytes, Long.MAX_VALUE, UNLIMITED, UNLIMITED, DEFAULT_MAX_INDEX_ENTRIES, LostTail.CUT);
    }

    /** What recovery does if the end of the log is gone although it was durable once. */
    public enum LostTail {
        /** Goes on with what is left, and reports it: right for the only copy. */
        CUT,
        /** Refuses the log: right where others hold copies. */
        REFUSE
    }
}
