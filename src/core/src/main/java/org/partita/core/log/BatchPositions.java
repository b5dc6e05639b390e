package org.partita.core.log;

import java.util.Arrays;

/**
 * Where some batches of a segment begin: pairs (offset relative to the segment, byte position), ascending, the first
 * batch and then about one for every {@link #INTERVAL_BYTES} of log. Lost on close, rebuilt by recovery.
 *
 * <p>Eight bytes of heap an entry, so a segment of 256 MiB holds at most 512 KiB. Immutable to its reader: arrays are
 * shared between versions, but a version never looks beyond its own count, and only the newest version is extended, by
 * the one writer of the log, which publishes the result with the volatile write of its snapshot.
 */
final class BatchPositions {
    static final int INTERVAL_BYTES = 4096;
    static final BatchPositions EMPTY = new BatchPositions(new int[0], new int[0], 0);

    private static final int FIRST_CAPACITY = 8;

    private final int[] relativeOffsets;
    private final int[] positions;
    private final int count;

    private BatchPositions(int[] relativeOffsets, int[] positions, int count) {
        this.relativeOffsets = relativeOffsets;
        this.positions = positions;
        this.count = count;
    }

    /** With the next batch of the segment, unless the last entry is near enough. */
    BatchPositions plus(int relativeOffset, int position) {
        if (count > 0 && position - positions[count - 1] < INTERVAL_BYTES) return this;
        int[] offsets = withRoom(relativeOffsets);
        int[] places = withRoom(positions);
        offsets[count] = relativeOffset;
        places[count] = position;
        return new BatchPositions(offsets, places, count + 1);
    }

    /** Position of the last known batch that begins at or before this offset; 0 if there is none. */
    int floor(int relativeOffset) {
        int found = Arrays.binarySearch(relativeOffsets, 0, count, relativeOffset);
        int index = found >= 0 ? found : -found - 2;
        return index < 0 ? 0 : positions[index];
    }

    int count() {
        return count;
    }

    private int[] withRoom(int[] array) {
        return count < array.length ? array : Arrays.copyOf(array, Math.max(FIRST_CAPACITY, count + count / 2));
    }
}
