package org.partita.core.log;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

import org.partita.core.log.index.HeapIndex;
import org.partita.core.record.BatchHeader;
import org.partita.core.record.InvalidBatchException;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.LogSlice;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentFile;
import org.partita.storage.StorageException;

/**
 * The whole batches at the front of a segment file and what was wrong behind them.
 *
 * <p>Holds one window of the file at a time, whatever the length fields say; a step forward is at least one header, so
 * it ends.
 *
 * @param finding empty if the file consists of whole batches
 */
record SegmentScan(Segment valid, String finding) {
    private static final int WINDOW_BYTES = 256 << 10;

    /** Goes on behind what is known to be good; may be an empty segment. */
    static SegmentScan from(Segment good) {
        return new Scanner(good.file()).scan(good);
    }

    /** The front of a segment that has no batch beyond this offset. */
    static Segment cut(PartitionId partition, Segment whole, long offset) {
        Scanner scanner = new Scanner(whole.file());
        try {
            Segment front = scanner.upTo(scanner.before(whole, offset), offset);
            return front.sizeBytes() == 0 ? front : front.with(whole.times());
        } catch (InvalidBatchException damaged) {
            throw new CorruptSegmentException(partition, whole.baseOffset(), 0, damaged.getMessage());
        }
    }

    /**
     * Whether the last batch that was noted of a segment is there and right, and nothing is missing before it.
     *
     * @param front size and end as they were noted
     */
    static boolean endsRight(Segment front) {
        if (front.sizeBytes() > front.file().sizeBytes()) return false;
        if (front.sizeBytes() == 0) return true;
        try {
            BatchHeader last = new Scanner(front.file()).checkedHeader(front.lastBatchPosition());
            return last.nextOffset() == front.endOffset()
                && front.lastBatchPosition() + last.sizeBytes() == front.sizeBytes();
        } catch (InvalidBatchException damaged) {
            return false;
        }
    }

    /**
     * Looks for a whole batch behind damage, at any byte: if there is one, the damage is not the end of the log.
     *
     * @param damaged the good front, at the end of which the damage is
     */
    static boolean goesOnBehind(Segment damaged) {
        Scanner scanner = new Scanner(damaged.file());
        long fileBytes = damaged.file().sizeBytes();
        long untilOffset = damaged.endOffset() + fileBytes;
        long last = fileBytes - BatchHeader.SIZE_BYTES;
        for (long position = damaged.sizeBytes() + 1L; position <= last; position++) {
            if (scanner.looksLikeBatch(position, damaged.endOffset(), untilOffset) && scanner.isBatch(position)) {
                return true;
            }
        }
        return false;
    }

    boolean whole() {
        return finding.isEmpty();
    }

    private static final class Scanner {
        private final SegmentFile file;
        private final long fileBytes;
        private final CRC32C crc = new CRC32C();
        private long windowPosition;
        private ByteBuffer window = ByteBuffer.allocate(0);

        Scanner(SegmentFile file) {
            this.file = file;
            this.fileBytes = file.sizeBytes();
        }

        SegmentScan scan(Segment good) {
            Segment valid = good;
            while (valid.sizeBytes() < fileBytes) {
                try {
                    BatchHeader next = nextHeader(valid);
                    valid = valid.plus(next, next.leaderEpoch());
                } catch (InvalidBatchException e) {
                    return new SegmentScan(valid, e.getMessage());
                }
            }
            return new SegmentScan(valid, "");
        }

        private BatchHeader nextHeader(Segment valid) {
            BatchHeader header = fittingHeader(valid.sizeBytes());
            if (!valid.canHold(header.sizeBytes(), header.recordCount())) {
                throw new InvalidBatchException("segment of more bytes or offsets than 32 bits can count");
            }
            if (header.baseOffset() != valid.endOffset()) {
                throw new InvalidBatchException("base offset " + header.baseOffset() + " found, "
                    + valid.endOffset() + " expected");
            }
            int latestEpoch = valid.epochs().latest().orElse(0);
            if (header.leaderEpoch() < latestEpoch) {
                throw new InvalidBatchException("leader epoch " + header.leaderEpoch() + " found, at least "
                    + latestEpoch + " expected");
            }
            checkCrc(header, valid.sizeBytes());
            return header;
        }

        /** A front that ends a few KiB before this offset if the index is at hand; an empty one if not. */
        private Segment before(Segment whole, long offset) {
            if (!(whole.index() instanceof HeapIndex heap)) return Segment.empty(file);
            HeapIndex front = heap.upTo((int) Math.min(offset - whole.baseOffset(), Integer.MAX_VALUE));
            if (front.isEmpty()) return Segment.empty(file);
            int position = front.lastPosition();
            BatchHeader last = checkedHeader(position);
            return new Segment(new ExaminedFile(file), last.nextOffset(), position + last.sizeBytes(), position,
                whole.epochs().upTo(last.nextOffset()), whole.times(), front);
        }

        /** As far as batches end at or before this offset. What is behind may be damaged. */
        private Segment upTo(Segment good, long offset) {
            Segment valid = good;
            while (valid.sizeBytes() < fileBytes && valid.endOffset() < offset) {
                BatchHeader next = nextHeader(valid);
                if (next.nextOffset() > offset) break;
                valid = valid.plus(next, next.leaderEpoch());
            }
            return valid;
        }

        private BatchHeader checkedHeader(long position) {
            BatchHeader header = fittingHeader(position);
            checkCrc(header, position);
            return header;
        }

        private BatchHeader fittingHeader(long position) {
            BatchHeader header = BatchHeader.read(at(position, BatchHeader.SIZE_BYTES));
            if (header.sizeBytes() > fileBytes - position) {
                throw new InvalidBatchException("batch of " + header.sizeBytes() + " bytes, "
                    + (fileBytes - position) + " bytes left");
            }
            return header;
        }

        private void checkCrc(BatchHeader header, long position) {
            int crc = crcOf(position + BatchHeader.CRC_COVER_POSITION, position + header.sizeBytes());
            if (crc != header.crc()) {
                throw new InvalidBatchException(String.format("crc 0x%08x found, 0x%08x expected", crc, header.crc()));
            }
        }

        private boolean looksLikeBatch(long position, long fromOffset, long untilOffset) {
            long baseOffset = at(position, Long.BYTES).getLong();
            return baseOffset > fromOffset && baseOffset < untilOffset;
        }

        private boolean isBatch(long position) {
            try {
                checkedHeader(position);
                return true;
            } catch (InvalidBatchException no) {
                return false;
            }
        }

        private int crcOf(long fromBytes, long toBytes) {
            crc.reset();
            long position = fromBytes;
            while (position < toBytes) {
                int wanted = (int) Math.min(WINDOW_BYTES, toBytes - position);
                ByteBuffer part = at(position, wanted);
                crc.update(part.array(), part.arrayOffset() + part.position(), wanted);
                position += wanted;
            }
            return (int) crc.getValue();
        }

        /** The window, standing at this position of the file, with at least so many bytes unless the file ends. */
        private ByteBuffer at(long position, int lengthBytes) {
            int available = (int) Math.min(lengthBytes, fileBytes - position);
            boolean inside = position >= windowPosition
                && position + available <= windowPosition + window.limit();
            if (!inside) {
                window = load(position);
                windowPosition = position;
            }
            return window.position((int) (position - windowPosition));
        }

        private ByteBuffer load(long position) {
            int lengthBytes = (int) Math.min(WINDOW_BYTES, fileBytes - position);
            try (LogSlice slice = file.slice(position, lengthBytes)) {
                if (slice.lengthBytes() != lengthBytes) {
                    throw new StorageException("segment " + file.baseOffset() + " position " + position + ": "
                        + lengthBytes + " bytes expected, " + slice.lengthBytes() + " there");
                }
                if (window.capacity() == 0) window = ByteBuffer.allocate((int) Math.min(WINDOW_BYTES, fileBytes));
                slice.copyTo(window.clear());
                return window.flip();
            }
        }
    }
}
