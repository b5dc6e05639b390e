package org.partita.core.log;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.partita.core.record.BatchHeader;
import org.partita.core.record.InvalidBatchException;
import org.partita.core.record.RecordBatch;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.LogSlice;
import org.partita.storage.PartitionId;

/** One read of a snapshot: whole batches until an end, the byte budget or the offset limit is met. */
final class LogReader {
    private static final int CHUNK_BYTES = 256 << 10;
    /** What may have to be passed over before the first batch. */
    private static final int SPARE_BYTES = 4096;
    private static final long UNKNOWN = -1;

    private final PartitionId partition;
    private final LogSnapshot snapshot;
    private final long fromOffset;
    private final long maxOffset;
    private final List<RecordBatch> found = new ArrayList<>();
    private int budgetBytes;
    private boolean done;
    private long expectedOffset;

    LogReader(PartitionId partition, LogSnapshot snapshot, long fromOffset, long maxOffset, int maxBytes) {
        this.partition = partition;
        this.snapshot = snapshot;
        this.fromOffset = fromOffset;
        this.maxOffset = Math.min(maxOffset, snapshot.endOffset());
        this.budgetBytes = maxBytes;
    }

    /** What stands before damage is given; who goes on from there meets it. */
    List<RecordBatch> read() {
        if (fromOffset >= maxOffset) return List.of();
        try {
            readFrom(snapshot.indexOf(fromOffset));
        } catch (CorruptSegmentException damaged) {
            if (found.isEmpty()) throw damaged;
        }
        return found;
    }

    private void readFrom(int first) {
        for (int i = first; !done && i < snapshot.segmentCount(); i++) {
            Segment next = snapshot.segment(i);
            if (next.baseOffset() >= maxOffset) break;
            readSegment(next);
        }
        Segment segment = snapshot.segment(first);
        if (!done && found.isEmpty()) throw outOfPlace(segment, segment.sizeBytes());
    }

    /** The headers of all batches from the one on that holds the first offset. Little of the other bytes is read. */
    void headers(Consumer<BatchHeader> taker) {
        for (int i = snapshot.indexOf(fromOffset); i < snapshot.segmentCount(); i++) {
            Segment segment = snapshot.segment(i);
            Headers headers = new Headers(segment);
            int position = segment.positionFor(fromOffset);
            expectedOffset = position == 0 ? segment.baseOffset() : UNKNOWN;
            while (position < segment.sizeBytes()) {
                BatchHeader header = headers.at(position);
                if (expectedOffset != UNKNOWN && header.baseOffset() != expectedOffset) {
                    throw outOfPlace(segment, position);
                }
                if (header.lastOffset() >= fromOffset) taker.accept(header);
                expectedOffset = header.nextOffset();
                position += header.sizeBytes();
            }
        }
    }

    /**
     * The same batches as they are stored, but of one segment only. Their ends are found by the index and the headers
     * beside its entries: most of the bytes are never looked at. The first one is at its place.
     */
    LogSlice slice() {
        if (fromOffset >= maxOffset) return snapshot.active().file().slice(0, 0);
        Segment segment = snapshot.segment(snapshot.indexOf(fromOffset));
        Headers headers = new Headers(segment);
        int start = segment.positionFor(fromOffset);
        expectedOffset = start == 0 ? segment.baseOffset() : UNKNOWN;
        BatchHeader first = headers.placedAt(start);
        while (first.lastOffset() < fromOffset) {
            start += first.sizeBytes();
            first = headers.placedAt(start);
        }
        if (first.lastOffset() >= maxOffset) return segment.file().slice(start, 0);
        long limit = Math.min(segment.sizeBytes(), start + (long) Math.max(budgetBytes, first.sizeBytes()));
        int known = start + first.sizeBytes();
        return segment.file().slice(start, endBeforeDamage(headers, known, (int) limit) - start);
    }

    /** Who goes on from there meets it. */
    private int endBeforeDamage(Headers headers, int known, int limit) {
        try {
            return end(headers, known, limit);
        } catch (CorruptSegmentException damaged) {
            return known;
        }
    }

    /** @param known position behind a batch that is to be given */
    private int end(Headers headers, int known, int limit) {
        Segment segment = headers.segment;
        boolean all = maxOffset >= segment.endOffset();
        if (all && limit == segment.sizeBytes()) return limit;
        int end = Math.max(known, segment.index().batchAtOrBefore(limit));
        if (!all) end = Math.max(known, Math.min(end, segment.positionFor(maxOffset - 1)));
        while (end < limit) {
            BatchHeader next = headers.at(end);
            if (next.lastOffset() >= maxOffset || next.sizeBytes() > limit - end) break;
            end += next.sizeBytes();
        }
        return end;
    }

    private void readSegment(Segment segment) {
        int position = segment.positionFor(fromOffset);
        expectedOffset = position == 0 ? segment.baseOffset() : UNKNOWN;
        while (!done && position < segment.sizeBytes()) {
            int wanted = Math.min(CHUNK_BYTES, budgetBytes) + SPARE_BYTES + BatchHeader.SIZE_BYTES;
            ByteBuffer chunk = bytes(segment, position, Math.min(wanted, segment.sizeBytes() - position));
            int walked = walk(segment, position, chunk);
            if (walked == 0 && !done) walked = readLarge(segment, position, chunk);
            position += walked;
        }
    }

    /** Takes the whole batches at the front of the chunk. @return bytes of the batches taken or skipped */
    private int walk(Segment segment, int position, ByteBuffer chunk) {
        int walked = 0;
        while (!done && chunk.limit() - walked >= BatchHeader.SIZE_BYTES) {
            BatchHeader header = placedHeader(segment, position + walked, chunk.position(walked));
            if (header.sizeBytes() > chunk.limit() - walked) break;
            consider(segment, position + walked, header, chunk.slice(walked, header.sizeBytes()));
            expectedOffset = header.nextOffset();
            walked += header.sizeBytes();
        }
        return walked;
    }

    private int readLarge(Segment segment, int position, ByteBuffer chunk) {
        BatchHeader header = placedHeader(segment, position, chunk.position(0));
        if (exceedsBudget(header)) {
            done = true;
        } else {
            consider(segment, position, header, bytes(segment, position, header.sizeBytes()));
            expectedOffset = header.nextOffset();
        }
        return header.sizeBytes();
    }

    private void consider(Segment segment, int position, BatchHeader header, ByteBuffer bytes) {
        if (header.lastOffset() < fromOffset) return;
        if (header.lastOffset() >= maxOffset || exceedsBudget(header)) {
            done = true;
            return;
        }
        try {
            found.add(RecordBatch.of(bytes));
        } catch (InvalidBatchException e) {
            throw corrupt(segment, position, e.getMessage());
        }
        budgetBytes = Math.max(0, budgetBytes - header.sizeBytes());
        done = budgetBytes == 0;
    }

    /** The first batch is given whatever its size. */
    private boolean exceedsBudget(BatchHeader header) {
        return !found.isEmpty() && header.sizeBytes() > budgetBytes;
    }

    private BatchHeader header(Segment segment, int position, ByteBuffer at) {
        BatchHeader header;
        try {
            header = BatchHeader.read(at);
        } catch (InvalidBatchException e) {
            throw corrupt(segment, position, e.getMessage());
        }
        if (header.sizeBytes() > segment.sizeBytes() - position) {
            throw corrupt(segment, position, "batch of " + header.sizeBytes() + " bytes, "
                + (segment.sizeBytes() - position) + " bytes left");
        }
        return header;
    }

    private BatchHeader placedHeader(Segment segment, int position, ByteBuffer at) {
        BatchHeader header = header(segment, position, at);
        checkPlace(segment, position, header);
        return header;
    }

    /**
     * The base offset is outside the checksum, but every batch begins where the one before it ends. One that the index
     * gave ends at or before the offset that is looked for.
     */
    private void checkPlace(Segment segment, int position, BatchHeader header) {
        boolean follows = expectedOffset == UNKNOWN
            ? header.baseOffset() >= segment.baseOffset() && header.lastOffset() <= fromOffset
            : header.baseOffset() == expectedOffset;
        if (!follows) throw outOfPlace(segment, position);
    }

    /** The scan tells which batch it is: the one that was found may only be the first that shows it. */
    private CorruptSegmentException outOfPlace(Segment segment, int position) {
        SegmentScan scan = segment.source().examine(position);
        return scan.whole() ? corrupt(segment, position, "no batch found that begins at or before " + fromOffset)
            : corrupt(segment, scan.valid().sizeBytes(), scan.finding());
    }

    private ByteBuffer bytes(Segment segment, int position, int lengthBytes) {
        try (LogSlice slice = segment.file().slice(position, lengthBytes)) {
            if (slice.lengthBytes() != lengthBytes) {
                throw corrupt(segment, position, lengthBytes + " bytes expected, " + slice.lengthBytes() + " found");
            }
            ByteBuffer bytes = ByteBuffer.allocate(lengthBytes);
            slice.copyTo(bytes);
            return bytes.flip();
        }
    }

    private CorruptSegmentException corrupt(Segment segment, int position, String finding) {
        return new CorruptSegmentException(partition, segment.baseOffset(), position, finding);
    }

    /** The headers of a segment; those that stand close to each other are read at once. */
    private final class Headers {
        private final Segment segment;
        private ByteBuffer window = ByteBuffer.allocate(0);
        private int windowPosition;

        private Headers(Segment segment) {
            this.segment = segment;
        }

        private BatchHeader at(int position) {
            int from = position - windowPosition;
            if (from < 0 || from > window.limit() - BatchHeader.SIZE_BYTES) {
                int wanted = SPARE_BYTES + BatchHeader.SIZE_BYTES;
                window = bytes(segment, position, Math.min(wanted, segment.sizeBytes() - position));
                windowPosition = position;
                from = 0;
            }
            return header(segment, position, window.position(from));
        }

        /** As {@link #at}; this is the next one behind the last that was asked for so, if there was one. */
        private BatchHeader placedAt(int position) {
            BatchHeader header = at(position);
            checkPlace(segment, position, header);
            expectedOffset = header.nextOffset();
            return header;
        }
    }
}
