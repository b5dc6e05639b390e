package org.partita.core.log.index;

import java.nio.ByteBuffer;
import java.util.function.ToIntFunction;
import java.util.zip.CRC32C;

import org.partita.storage.IndexFile;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionStore;
import org.partita.storage.StorageException;
import org.partita.storage.TooManyFilesException;

/**
 * Index of a closed segment, in its files. Holds nothing in heap; each file is checked as a whole before it is used for
 * the first time, then read by position.
 */
final class StoredIndex implements SegmentIndex {
    private static final int WINDOW_BYTES = 32 << 10;
    private static final int ENTRIES_AT_ONCE = 256;

    private final PartitionStore files;
    private final long baseOffset;
    private final IndexSummary noted;
    private volatile boolean offsetsChecked;
    private volatile boolean timesChecked;

    StoredIndex(PartitionStore files, long baseOffset, IndexSummary noted) {
        this.files = files;
        this.baseOffset = baseOffset;
        this.noted = noted;
    }

    IndexSummary noted() {
        return noted;
    }

    /** @throws DamagedIndexException if the file is not as it was noted */
    @Override
    public int positionFor(int relativeOffset) {
        return lastPosition((in, at) -> in.getInt(at) <= relativeOffset);
    }

    /** @throws DamagedIndexException if the file is not as it was noted */
    @Override
    public int batchAtOrBefore(int positionBytes) {
        return lastPosition((in, at) -> in.getInt(at + Integer.BYTES) <= positionBytes);
    }

    private int lastPosition(EntryTest fits) {
        if (noted.offsetEntries() == 0) return 0;
        return opened(IndexKind.OFFSETS, file -> {
            if (!offsetsChecked) check(file, noted.offsetEntries() * OffsetEntries.ENTRY_BYTES, noted.offsetCrc());
            offsetsChecked = true;
            return lastValue(file, noted.offsetEntries(), OffsetEntries.ENTRY_BYTES, fits, 0);
        });
    }

    /** @throws DamagedIndexException if the file is not as it was noted */
    @Override
    public int lastOlderThan(long timestampMillis) {
        if (noted.timeEntries() == 0) return -1;
        return opened(IndexKind.TIMES, file -> {
            if (!timesChecked) check(file, noted.timeEntries() * TimeEntries.ENTRY_BYTES, noted.timeCrc());
            timesChecked = true;
            return lastValue(file, noted.timeEntries(), TimeEntries.ENTRY_BYTES,
                (in, at) -> in.getLong(at) < timestampMillis, -1);
        });
    }

    private int opened(IndexKind kind, ToIntFunction<IndexFile> lookup) {
        try (IndexFile file = files.openIndex(baseOffset, kind)
                .orElseThrow(() -> new DamagedIndexException("index " + kind + " is missing"))) {
            return lookup.applyAsInt(file);
        } catch (TooManyFilesException notNow) {
            throw notNow;
        } catch (StorageException | IndexOutOfBoundsException unreadable) {
            throw new DamagedIndexException("index " + kind + " cannot be read: " + unreadable.getMessage(),
                unreadable);
        }
    }

    private static void check(IndexFile file, int lengthBytes, int expectedCrc) {
        if (file.sizeBytes() != lengthBytes) {
            throw new DamagedIndexException(file.sizeBytes() + " bytes found, " + lengthBytes + " expected");
        }
        CRC32C crc = new CRC32C();
        for (int position = 0; position < lengthBytes; position += WINDOW_BYTES) {
            ByteBuffer window = file.read(position, Math.min(WINDOW_BYTES, lengthBytes - position));
            crc.update(window);
        }
        if ((int) crc.getValue() != expectedCrc) {
            throw new DamagedIndexException(String.format("crc 0x%08x found, 0x%08x expected", (int) crc.getValue(),
                expectedCrc));
        }
    }

    /**
     * What the last entry that fits points to: its last four bytes. Looks at single entries until those left are few.
     *
     * @param fits true for the entries up to the wanted one
     * @param none the answer if it is true for none
     */
    private static int lastValue(IndexFile file, int count, int entryBytes, EntryTest fits, int none) {
        int low = 0;
        int high = count;
        while (high - low > ENTRIES_AT_ONCE) {
            int middle = low + high >>> 1;
            if (fits.test(file.read((long) middle * entryBytes, entryBytes), 0)) low = middle;
            else high = middle;
        }
        ByteBuffer left = file.read((long) low * entryBytes, (high - low) * entryBytes);
        int value = none;
        for (int at = 0; at < (high - low) * entryBytes && fits.test(left, at); at += entryBytes) {
            value = left.getInt(at + entryBytes - Integer.BYTES);
        }
        return value;
    }

    @Override
    public long maxTimestampMillis() {
        return noted.maxTimestampMillis();
    }

    @Override
    public boolean isFull(int maxEntries) {
        return true;
    }

    @Override
    public SegmentIndex plus(int relativeLastOffset, int position, long maxTimestampMillis) {
        throw new IllegalStateException("segment " + baseOffset + " is closed");
    }

    @FunctionalInterface
    private interface EntryTest {
        boolean test(ByteBuffer in, int at);
    }
}
