package org.partita.core.log;

import org.partita.core.log.state.SegmentTimes;

/** Which segments of a log may go, and when an active one is closed so that it can. */
final class Retention {
    private final LogConfig config;

    Retention(LogConfig config) {
        this.config = config;
    }

    /** By the clock of the broker alone: a record with an odd time goes no earlier for it while it is the newest. */
    boolean shouldRoll(LogSnapshot log, long nowMillis) {
        Segment active = log.active();
        SegmentTimes times = active.times();
        if (active.sizeBytes() == 0) return false;
        if (active.endOffset() <= log.startOffset()) return true;
        if (times.firstMillis() == SegmentTimes.UNKNOWN) return false;
        return nowMillis - times.firstMillis() >= config.segmentMillis()
            || config.retentionMillis() != LogConfig.UNLIMITED
                && nowMillis - times.lastMillis() >= config.retentionMillis();
    }

    /** How many closed segments may go at the front of the log. @param limitOffset nothing from here on may go */
    int expired(LogSnapshot log, long nowMillis, long limitOffset) {
        int count = 0;
        long leftBytes = log.sizeBytes();
        for (Segment each : log.closed()) {
            boolean tooMuch = config.retentionBytes() != LogConfig.UNLIMITED
                && leftBytes - each.sizeBytes() >= config.retentionBytes();
            boolean goes = each.endOffset() <= log.startOffset() || tooMuch || tooOld(each, nowMillis);
            if (!goes || each.endOffset() > limitOffset) return count;
            leftBytes -= each.sizeBytes();
            count++;
        }
        return count;
    }

    /** A record is not younger than the last append to its segment, whatever its producer says. */
    private boolean tooOld(Segment segment, long nowMillis) {
        if (config.retentionMillis() == LogConfig.UNLIMITED) return false;
        long appendedMillis = segment.times().lastMillis();
        if (appendedMillis == SegmentTimes.UNKNOWN) return false;
        long newestMillis = segment.index().maxTimestampMillis();
        long agedSinceMillis = newestMillis < 0 ? appendedMillis : Math.min(newestMillis, appendedMillis);
        return nowMillis - agedSinceMillis >= config.retentionMillis();
    }
}
