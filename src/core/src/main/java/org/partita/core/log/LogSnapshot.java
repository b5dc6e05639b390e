package org.partita.core.log;

import java.util.ArrayList;
import java.util.List;

/** All segments at one moment: the closed ones, ascending, and the active one, which may be empty. Immutable. */
final class LogSnapshot {
    private final List<Segment> closed;
    private final Segment active;
    private final long closedBytes;

    private LogSnapshot(List<Segment> closed, Segment active, long closedBytes) {
        this.closed = closed;
        this.active = active;
        this.closedBytes = closedBytes;
    }

    /** @param segments at least one, ascending; the last becomes the active one */
    static LogSnapshot of(List<Segment> segments) {
        List<Segment> closed = List.copyOf(segments.subList(0, segments.size() - 1));
        long closedBytes = closed.stream().mapToLong(Segment::sizeBytes).sum();
        return new LogSnapshot(closed, segments.get(segments.size() - 1), closedBytes);
    }

    LogSnapshot withActive(Segment grown) {
        return new LogSnapshot(closed, grown, closedBytes);
    }

    LogSnapshot rolledTo(Segment next) {
        List<Segment> all = new ArrayList<>(closed.size() + 2);
        all.addAll(closed);
        all.add(active);
        all.add(next);
        return of(all);
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
        return segment(0).baseOffset();
    }

    long endOffset() {
        return active.endOffset();
    }

    long sizeBytes() {
        return closedBytes + active.sizeBytes();
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
