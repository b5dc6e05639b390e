package org.partita.core.log;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

import org.partita.core.log.state.EpochStarts;

import org.partita.core.log.state.SegmentTimes;

/** All segments at one moment: the closed ones, ascending, and the active one, which may be empty. Immutable. */
final class LogSnapshot {
    private final List<Segment> closed;
    private final Segment active;
    private final long closedBytes;
    private final long startOffset;

    private LogSnapshot(List<Segment> closed, Segment active, long startOffset) {
        this(closed, active, closed.stream().mapToLong(Segment::sizeBytes).sum(), startOffset);
    }

    private LogSnapshot(List<Segment> closed, Segment active, long closedBytes, long startOffset) {
        this.closed = closed;
        this.active = active;
        this.closedBytes = closedBytes;
        this.startOffset = startOffset;
    }

    /**
     * @param segments at least one, ascending; the last becomes the active one
     * @param startOffset not below the first segment
     */
    static LogSnapshot of(List<Segment> segments, long startOffset) {
        int last = segments.size() - 1;
        return new LogSnapshot(List.copyOf(segments.subList(0, last)), segments.get(last), startOffset);
    }

    LogSnapshot withActive(Segment grown) {
        return new LogSnapshot(closed, grown, closedBytes, startOffset);
    }

    /** @param filled the active segment, closed */
    LogSnapshot rolledTo(Segment filled, Segment next) {
        List<Segment> all = new ArrayList<>(closed.size() + 1);
        all.addAll(closed);
        all.add(filled);
        return new LogSnapshot(Collections.unmodifiableList(all), next, closedBytes + filled.sizeBytes(), startOffset);
    }

    /** Without so many closed segments at the front. */
    LogSnapshot without(int segments) {
        return new LogSnapshot(List.copyOf(closed.subList(segments, closed.size())), active,
            Math.max(startOffset, segment(segments).baseOffset()));
    }

    /** Without the segments behind this one. @param front what is left of the segment */
    LogSnapshot cutTo(int index, Segment front) {
        return new LogSnapshot(List.copyOf(closed.subList(0, index)), front, startOffset);
    }

    /** With what its segments have below its start. */
    LogSnapshot whole() {
        return new LogSnapshot(closed, active, closedBytes, segment(0).baseOffset());
    }

    /** From an offset of the log on; there is no way back. Whole segments below it stay until {@link #without}. */
    LogSnapshot startingAt(long offset) {
        return new LogSnapshot(closed, active, closedBytes, Math.max(startOffset, offset));
    }

    OptionalInt latestEpoch() {
        for (int i = segmentCount() - 1; i >= 0; i--) {
            OptionalInt latest = segment(i).epochs().latest();
            if (latest.isPresent()) return latest;
        }
        return OptionalInt.empty();
    }

    /** Of segments that reach into the log: one that was closed below its start has not been taken out yet. */
    EpochStarts epochs() {
        EpochStarts all = EpochStarts.NONE;
        for (Segment each : closed) {
            if (each.endOffset() > startOffset) all = all.plus(each.epochs());
        }
        return all.plus(active.epochs());
    }

    /** Somebody looks at the clock of the broker: appends nobody has looked at were before that. */
    LogSnapshot seenAt(long nowMillis) {
        List<Segment> seen = new ArrayList<>(closed.size());
        boolean same = true;
        for (Segment each : closed) {
            SegmentTimes seenTimes = each.times().seenAt(nowMillis);
            same &= seenTimes == each.times();
            seen.add(seenTimes == each.times() ? each : each.with(seenTimes));
        }
        SegmentTimes times = active.sizeBytes() == 0 ? active.times() : active.times().seenAt(nowMillis);
        if (same && times == active.times()) return this;
        Segment front = active.with(times);
        return new LogSnapshot(same ? closed : Collections.unmodifiableList(seen), front, closedBytes, startOffset);
    }

    List<Segment> closed() {
        return closed;
    }

    Segment active() {
        return active;
    }

    int segmentCount() {
        return closed.size() + 1;
    }

    Segment segment(int index) {
        return index == closed.size() ? active : closed.get(index);
    }

    long startOffset() {
        return startOffset;
    }

    long endOffset() {
        return active.endOffset();
    }

    /** By the indexes: the record may be before the start of the log. Negative if no record has a time. */
    long maxTimestampMillis() {
        long max = active.index().maxTimestampMillis();
        for (Segment each : closed) max = Math.max(max, each.index().maxTimestampMillis());
        return max;
    }

    long sizeBytes() {
        return closedBytes + active.sizeBytes();
    }

    /** @throws OffsetOutOfRangeException if the log neither holds this offset nor ends there */
    void requireWithin(long offset) {
        if (offset < startOffset || offset > endOffset()) {
            throw new OffsetOutOfRangeException(offset, startOffset, endOffset());
        }
    }

    /** Index of the last segment that begins at or before this offset. */
    int indexOf(long offset) {
        int low = 0;
        int high = segmentCount() - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (segment(middle).baseOffset() <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
