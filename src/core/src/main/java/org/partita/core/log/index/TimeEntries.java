package org.partita.core.log.index;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * When the largest timestamp of a segment rose: pairs (timestamp, last offset of the batch that brought it, relative to
 * the segment), both ascending. Shared between versions like {@link OffsetEntries}.
 */
final class TimeEntries {
    static final int ENTRY_BYTES = 12;
    static final TimeEntries EMPTY = new TimeEntries(new long[0], new int[0], 0);

    private static final int FIRST_CAPACITY = 8;

    private final long[] timestamps;
    private final int[] relativeOffsets;
    private final int count;

    private TimeEntries(long[] timestamps, int[] relativeOffsets, int count) {
        this.timestamps = timestamps;
        this.relativeOffsets = relativeOffsets;
        this.count = count;
    }

    static TimeEntries decode(ByteBuffer content) {
        int count = content.remaining() / ENTRY_BYTES;
        ByteBuffer in = content.duplicate();
        long[] times = new long[count];
        int[] offsets = new int[count];
        for (int i = 0; i < count; i++) {
            times[i] = in.getLong();
            offsets[i] = in.getInt();
        }
        return new TimeEntries(times, offsets, count);
    }

    /** With one more entry, unless the last one has this time already. */
    TimeEntries plus(long timestampMillis, int relativeLastOffset) {
        if (timestampMillis <= (count == 0 ? SegmentIndex.NO_TIMESTAMP : timestamps[count - 1])) return this;
        boolean room = count < timestamps.length;
        int capacity = Math.max(FIRST_CAPACITY, count + count / 2);
        long[] times = room ? timestamps : Arrays.copyOf(timestamps, capacity);
        int[] offsets = room ? relativeOffsets : Arrays.copyOf(relativeOffsets, capacity);
        times[count] = timestampMillis;
        offsets[count] = relativeLastOffset;
        return new TimeEntries(times, offsets, count + 1);
    }

    /** Offset of the last entry before this time; -1 if there is none. */
    int lastOlderThan(long timestampMillis) {
        int found = Arrays.binarySearch(timestamps, 0, count, timestampMillis);
        int index = (found >= 0 ? found : -found - 1) - 1;
        return index < 0 ? -1 : relativeOffsets[index];
    }

    /** Those below this offset, in arrays of their own. */
    TimeEntries upTo(int relativeOffset) {
        int found = Arrays.binarySearch(relativeOffsets, 0, count, relativeOffset);
        int kept = found >= 0 ? found : -found - 1;
        return new TimeEntries(Arrays.copyOf(timestamps, kept), Arrays.copyOf(relativeOffsets, kept), kept);
    }

    /** {@link SegmentIndex#NO_TIMESTAMP} if there is none. */
    long lastTimestampMillis() {
        return count == 0 ? SegmentIndex.NO_TIMESTAMP : timestamps[count - 1];
    }

    /** 0 if there is none. */
    int lastOffset() {
        return count == 0 ? 0 : relativeOffsets[count - 1];
    }

    int count() {
        return count;
    }

    ByteBuffer encode(int fromEntry) {
        ByteBuffer out = ByteBuffer.allocate((count - fromEntry) * ENTRY_BYTES);
        for (int i = fromEntry; i < count; i++) out.putLong(timestamps[i]).putInt(relativeOffsets[i]);
        return out.flip();
    }
}
