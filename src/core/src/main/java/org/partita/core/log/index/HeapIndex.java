package org.partita.core.log.index;

import static java.lang.System.Logger.Level.WARNING;

import java.nio.ByteBuffer;
import java.util.Optional;

import org.partita.storage.IndexFile;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionStore;
import org.partita.storage.StorageException;

/**
 * Index of a segment that grows: about 20 bytes of heap for every 4 KiB of log. A later batch makes a new version;
 * readers of this one do not see it.
 */
public final class HeapIndex implements SegmentIndex {
    public static final HeapIndex EMPTY = new HeapIndex(OffsetEntries.EMPTY, TimeEntries.EMPTY, NO_TIMESTAMP, 0);

    private static final System.Logger LOG = System.getLogger(HeapIndex.class.getName());

    private final OffsetEntries offsets;
    private final TimeEntries times;
    private final long maxTimestampMillis;
    private final int maxTimestampOffset;

    private HeapIndex(OffsetEntries offsets, TimeEntries times, long maxTimestampMillis, int maxTimestampOffset) {
        this.offsets = offsets;
        this.times = times;
        this.maxTimestampMillis = maxTimestampMillis;
        this.maxTimestampOffset = maxTimestampOffset;
    }

    /** Reads the entries back; empty if the files cannot be read or do not begin with those that were noted. */
    public static Optional<HeapIndex> load(PartitionStore files, long baseOffset, IndexSummary noted) {
        try {
            return loadUnlessUnreadable(files, baseOffset, noted);
        } catch (StorageException unreadable) {
            LOG.log(WARNING, "partition " + files.id() + " segment " + baseOffset + ": index is made again",
                unreadable);
            return Optional.empty();
        }
    }

    private static Optional<HeapIndex> loadUnlessUnreadable(PartitionStore files, long baseOffset,
                                                            IndexSummary noted) {
        Optional<ByteBuffer> offsets = content(files, baseOffset, IndexKind.OFFSETS,
            noted.offsetEntries() * OffsetEntries.ENTRY_BYTES, noted.offsetCrc());
        Optional<ByteBuffer> times = content(files, baseOffset, IndexKind.TIMES,
            noted.timeEntries() * TimeEntries.ENTRY_BYTES, noted.timeCrc());
        if (offsets.isEmpty() || times.isEmpty()) return Optional.empty();
        return Optional.of(new HeapIndex(OffsetEntries.decode(offsets.get()), TimeEntries.decode(times.get()),
            noted.maxTimestampMillis(), noted.maxTimestampOffset()));
    }

    private static Optional<ByteBuffer> content(PartitionStore files, long baseOffset, IndexKind kind, int lengthBytes,
                                                int crc) {
        if (lengthBytes == 0) return Optional.of(ByteBuffer.allocate(0));
        Optional<IndexFile> found = files.openIndex(baseOffset, kind);
        if (found.isEmpty()) return Optional.empty();
        try (IndexFile file = found.get()) {
            if (file.sizeBytes() < lengthBytes) return Optional.empty();
            ByteBuffer content = file.read(0, lengthBytes);
            boolean asNoted = content.remaining() == lengthBytes && IndexSummary.crcOf(content) == crc;
            return asNoted ? Optional.of(content) : Optional.empty();
        }
    }

    @Override
    public HeapIndex plus(int relativeLastOffset, int position, long timestampMillis) {
        boolean later = timestampMillis > maxTimestampMillis;
        long maxMillis = later ? timestampMillis : maxTimestampMillis;
        int maxOffset = later ? relativeLastOffset : maxTimestampOffset;
        if (offsets.isDue(position)) {
            return new HeapIndex(offsets.plus(relativeLastOffset, position), times.plus(maxMillis, maxOffset),
                maxMillis, maxOffset);
        }
        return later ? new HeapIndex(offsets, times, maxMillis, maxOffset) : this;
    }

    /** As it was after the last batch that has an entry and ends before this offset. */
    public HeapIndex upTo(int relativeOffset) {
        OffsetEntries front = offsets.upTo(relativeOffset);
        if (front.count() == 0) return EMPTY;
        TimeEntries reached = times.upTo(front.lastOffset() + 1);
        return new HeapIndex(front, reached, reached.lastTimestampMillis(), reached.lastOffset());
    }

    public boolean isEmpty() {
        return offsets.count() == 0;
    }

    /** Where the last batch that has an entry begins. @throws IllegalStateException if there is none */
    public int lastPosition() {
        return offsets.lastPosition();
    }

    /** With an entry for the largest timestamp: no batch will follow. */
    public HeapIndex sealed() {
        return new HeapIndex(offsets, times.plus(maxTimestampMillis, maxTimestampOffset), maxTimestampMillis,
            maxTimestampOffset);
    }

    @Override
    public int positionFor(int relativeOffset) {
        return offsets.floor(relativeOffset);
    }

    @Override
    public int batchAtOrBefore(int positionBytes) {
        return offsets.batchAtOrBefore(positionBytes);
    }

    @Override
    public int lastOlderThan(long timestampMillis) {
        return times.lastOlderThan(timestampMillis);
    }

    @Override
    public long maxTimestampMillis() {
        return maxTimestampMillis;
    }

    @Override
    public boolean isFull(int maxEntries) {
        return offsets.count() >= maxEntries || times.count() >= maxEntries;
    }

    public IndexSummary summary() {
        return new IndexSummary(offsets.count(), IndexSummary.crcOf(offsets.encode(0)), times.count(),
            IndexSummary.crcOf(times.encode(0)), maxTimestampMillis, maxTimestampOffset);
    }

    /** Writes the entries behind those that an earlier version of this index wrote. */
    public void write(PartitionStore files, long baseOffset, HeapIndex written) {
        if (offsets.count() > written.offsets.count()) {
            files.writeIndex(baseOffset, IndexKind.OFFSETS,
                (long) written.offsets.count() * OffsetEntries.ENTRY_BYTES, offsets.encode(written.offsets.count()));
        }
        if (times.count() > written.times.count()) {
            files.writeIndex(baseOffset, IndexKind.TIMES,
                (long) written.times.count() * TimeEntries.ENTRY_BYTES, times.encode(written.times.count()));
        }
    }

    /** Writes both files whole, also if they have no entry. */
    void writeAll(PartitionStore files, long baseOffset) {
        files.writeIndex(baseOffset, IndexKind.OFFSETS, 0, offsets.encode(0));
        files.writeIndex(baseOffset, IndexKind.TIMES, 0, times.encode(0));
    }
}
