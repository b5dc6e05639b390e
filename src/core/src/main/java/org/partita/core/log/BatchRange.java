package org.partita.core.log;

import java.nio.ByteBuffer;

import org.partita.core.record.BatchHeader;
import org.partita.core.record.InvalidBatchException;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.LogSlice;
import org.partita.storage.PartitionId;

/**
 * Where whole batches begin and end in one segment, found by the index and the headers of a few batches beside its
 * entries: most of the bytes are never looked at.
 */
final class BatchRange {
    /** Batches up to the next index entry, if they are small. */
    private static final int WINDOW_BYTES = 4096 + BatchHeader.SIZE_BYTES;

    private final PartitionId partition;
    private final Segment segment;
    private ByteBuffer window = ByteBuffer.allocate(0);
    private int windowPosition;

    BatchRange(PartitionId partition, Segment segment) {
        this.partition = partition;
        this.segment = segment;
    }

    /** The batches from the one that holds {@code fromOffset} on; the arguments are those of {@link PartitionLog#slice}. */
    LogSlice slice(long fromOffset, long maxOffset, int maxBytes) {
        int start = segment.positionFor(fromOffset);
        BatchHeader first = header(start);
        while (first.lastOffset() < fromOffset) {
            start += first.sizeBytes();
            first = header(start);
        }
        if (first.lastOffset() >= maxOffset) return segment.file().slice(start, 0);
        long limit = Math.min(segment.sizeBytes(), start + (long) Math.max(maxBytes, first.sizeBytes()));
        int end = end(start + first.sizeBytes(), (int) limit, maxOffset);
        return segment.file().slice(start, end - start);
    }

    /** @param known position behind a batch that belongs to the range */
    private int end(int known, int limit, long maxOffset) {
        boolean all = maxOffset >= segment.endOffset();
        if (all && limit == segment.sizeBytes()) return limit;
        int end = Math.max(known, segment.index().batchAtOrBefore(limit));
        if (!all) end = Math.max(known, Math.min(end, segment.positionFor(maxOffset - 1)));
        while (end < limit) {
            BatchHeader next = header(end);
            if (next.lastOffset() >= maxOffset || next.sizeBytes() > limit - end) break;
            end += next.sizeBytes();
        }
        return end;
    }

    private BatchHeader header(int position) {
        BatchHeader header;
        try {
            header = BatchHeader.read(headerBytes(position));
        } catch (InvalidBatchException e) {
            throw corrupt(position, e.getMessage());
        }
        if (header.sizeBytes() > segment.sizeBytes() - position) {
            throw corrupt(position, "batch of " + header.sizeBytes() + " bytes, " + (segment.sizeBytes() - position)
                + " bytes left");
        }
        return header;
    }

    private ByteBuffer headerBytes(int position) {
        int from = position - windowPosition;
        if (from >= 0 && from + BatchHeader.SIZE_BYTES <= window.limit()) return window.position(from);
        int lengthBytes = Math.min(WINDOW_BYTES, segment.sizeBytes() - position);
        if (lengthBytes < BatchHeader.SIZE_BYTES) throw corrupt(position, lengthBytes + " bytes left for a batch");
        try (LogSlice slice = segment.file().slice(position, lengthBytes)) {
            if (slice.lengthBytes() != lengthBytes) {
                throw corrupt(position, lengthBytes + " bytes expected, " + slice.lengthBytes() + " found");
            }
            if (window.capacity() == 0) window = ByteBuffer.allocate(WINDOW_BYTES);
            slice.copyTo(window.clear());
            windowPosition = position;
            return window.flip();
        }
    }

    private CorruptSegmentException corrupt(int position, String finding) {
        return new CorruptSegmentException(partition, segment.baseOffset(), position, finding);
    }
}
