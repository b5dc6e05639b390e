package org.partita.core.log.index;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Where some batches begin: pairs (last offset of the batch relative to the segment, byte position), ascending, about
 * one for every {@link #INTERVAL_BYTES} of log. The first batch has none, it begins at 0.
 *
 * <p>Immutable to its reader: arrays are shared between versions, but a version never looks beyond its own count, and
 * only the newest version is extended, by the one writer of the log, which publishes the result with the volatile write
 * of its snapshot.
 */
final class OffsetEntries {
    static final int INTERVAL_BYTES = 4096;
    static final int ENTRY_BYTES = 8;
    static final OffsetEntries EMPTY = new OffsetEntries(new int[0], new int[0], 0);

    private static final int FIRST_CAPACITY = 8;

    private final int[] relativeOffsets;
    private final int[] positions;
    private final int count;

    private OffsetEntries(int[] relativeOffsets, int[] positions, int count) {
        this.relativeOffsets = relativeOffsets;
        this.positions = positions;
        this.count = count;
    }

    static OffsetEntries decode(ByteBuffer content) {
        int count = content.remaining() / ENTRY_BYTES;
        ByteBuffer in = content.duplicate();
        int[] offsets = new int[count];
        int[] places = new int[count];
        for (int i = 0; i < count; i++) {
            offsets[i] = in.getInt();
            places[i] = in.getInt();
        }
        return new OffsetEntries(offsets, places, count);
    }

    /** Whether a batch at this position is far enough from the last entry to get one. */
    boolean isDue(int position) {
        return position - (count == 0 ? 0 : positions[count - 1]) >= INTERVAL_BYTES;
    }

    OffsetEntries plus(int relativeLastOffset, int position) {
        int[] offsets = withRoom(relativeOffsets);
        int[] places = withRoom(positions);
        offsets[count] = relativeLastOffset;
        places[count] = position;
        return new OffsetEntries(offsets, places, count + 1);
    }

    /** Position of the last known batch that ends at or before this offset; 0 if there is none. */
    int floor(int relativeOffset) {
        return positionAt(Arrays.binarySearch(relativeOffsets, 0, count, relativeOffset));
    }

    /** Last known position that is not behind this one; 0 if there is none. */
    int batchAtOrBefore(int positionBytes) {
        return positionAt(Arrays.binarySearch(positions, 0, count, positionBytes));
    }

    private int positionAt(int found) {
        int index = found >= 0 ? found : -found - 2;
        return index < 0 ? 0 : positions[index];
    }

    /** Those below this offset, in arrays of their own: they will be extended in another way. */
    OffsetEntries upTo(int relativeOffset) {
        int found = Arrays.binarySearch(relativeOffsets, 0, count, relativeOffset);
        int kept = found >= 0 ? found : -found - 1;
        return new OffsetEntries(Arrays.copyOf(relativeOffsets, kept), Arrays.copyOf(positions, kept), kept);
    }

    int lastOffset() {
        return relativeOffsets[requireAny()];
    }

    int lastPosition() {
        return positions[requireAny()];
    }

    private int requireAny() {
        if (count == 0) throw new IllegalStateException("there is no entry");
        return count - 1;
    }

    int count() {
        return count;
    }

    ByteBuffer encode(int fromEntry) {
        ByteBuffer out = ByteBuffer.allocate((count - fromEntry) * ENTRY_BYTES);
        for (int i = fromEntry; i < count; i++) out.putInt(relativeOffsets[i]).putInt(positions[i]);
        return out.flip();
    }

    private int[] withRoom(int[] array) {
        return count < array.length ? array : Arrays.copyOf(array, Math.max(FIRST_CAPACITY, count + count / 2));
    }
}
