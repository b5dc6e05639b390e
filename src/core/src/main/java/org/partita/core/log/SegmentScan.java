package org.partita.core.log;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

import org.partita.core.record.BatchHeader;
import org.partita.core.record.InvalidBatchException;
import org.partita.storage.LogSlice;
import org.partita.storage.SegmentFile;
import org.partita.storage.StorageException;

/**
 * The whole batches at the front of a segment file and what was wrong behind them.
 *
 * <p>Holds one window of the file at a time, whatever the length fields say; a step forward is at least one header, so
 * it ends.
 *
 * @param finding empty if the file consists of whole batches
 * @param firstRecentOffset of the first batch with a max timestamp after the moment asked for; the end if none has
 */
record SegmentScan(Segment valid, String finding, long firstRecentOffset) {
    private static final int WINDOW_BYTES = 256 << 10;

    static SegmentScan of(SegmentFile file, long recentAfterMillis) {
        return new Scanner(file, recentAfterMillis).scan();
    }

    boolean hasRecent() {
        return firstRecentOffset < valid.endOffset();
    }

    boolean whole() {
        return finding.isEmpty();
    }

    private static final class Scanner {
        private final SegmentFile file;
        private final long fileBytes;
        private final long recentAfterMillis;
        private long firstRecentOffset = Long.MAX_VALUE;
        private long windowPosition;
        private ByteBuffer window = ByteBuffer.allocate(0);

        Scanner(SegmentFile file, long recentAfterMillis) {
            this.file = file;
            this.fileBytes = file.sizeBytes();
            this.recentAfterMillis = recentAfterMillis;
        }

        SegmentScan scan() {
            Segment valid = Segment.empty(file);
            while (valid.sizeBytes() < fileBytes) {
                try {
                    BatchHeader header = checkedHeader(valid);
                    if (header.maxTimestampMillis() > recentAfterMillis) note(header.baseOffset());
                    valid = valid.plus(header.sizeBytes(), header.recordCount());
                } catch (InvalidBatchException e) {
                    return found(valid, e.getMessage());
                }
            }
            return found(valid, "");
        }

        private void note(long recentOffset) {
            firstRecentOffset = Math.min(firstRecentOffset, recentOffset);
        }

        private SegmentScan found(Segment valid, String finding) {
            return new SegmentScan(valid, finding, Math.min(firstRecentOffset, valid.endOffset()));
        }

        private BatchHeader checkedHeader(Segment valid) {
            long position = valid.sizeBytes();
            BatchHeader header = BatchHeader.read(bytes(position, BatchHeader.SIZE_BYTES));
            if (header.sizeBytes() > fileBytes - position) {
                throw new InvalidBatchException("batch of " + header.sizeBytes() + " bytes, "
                    + (fileBytes - position) + " bytes left");
            }
            if (!valid.canHold(header.sizeBytes(), header.recordCount())) {
                throw new InvalidBatchException("segment of more bytes or offsets than 32 bits can count");
            }
            if (header.baseOffset() != valid.endOffset()) {
                throw new InvalidBatchException("base offset " + header.baseOffset() + " found, "
                    + valid.endOffset() + " expected");
            }
            int crc = crcOf(position + BatchHeader.CRC_COVER_POSITION, position + header.sizeBytes());
            if (crc != header.crc()) {
                throw new InvalidBatchException(String.format("crc 0x%08x found, 0x%08x expected", crc, header.crc()));
            }
            return header;
        }

        private int crcOf(long fromBytes, long toBytes) {
            CRC32C crc = new CRC32C();
            long position = fromBytes;
            while (position < toBytes) {
                ByteBuffer part = bytes(position, (int) Math.min(WINDOW_BYTES, toBytes - position));
                position += part.remaining();
                crc.update(part);
            }
            return (int) crc.getValue();
        }

        /** At most {@code lengthBytes} bytes at this position; fewer at the end of the file. */
        private ByteBuffer bytes(long position, int lengthBytes) {
            int available = (int) Math.min(lengthBytes, fileBytes - position);
            boolean inside = position >= windowPosition
                && position + available <= windowPosition + window.limit();
            if (!inside) {
                window = load(position);
                windowPosition = position;
            }
            return window.slice((int) (position - windowPosition), available);
        }

        private ByteBuffer load(long position) {
            int lengthBytes = (int) Math.min(WINDOW_BYTES, fileBytes - position);
            try (LogSlice slice = file.slice(position, lengthBytes)) {
                ByteBuffer loaded = slice.bytes().slice();
                if (loaded.remaining() != lengthBytes) {
                    throw new StorageException("segment " + file.baseOffset() + " position " + position + ": "
                        + lengthBytes + " bytes expected, " + loaded.remaining() + " read");
                }
                return loaded;
            }
        }
    }
}
