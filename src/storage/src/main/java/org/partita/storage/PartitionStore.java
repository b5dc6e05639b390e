package org.partita.storage;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The files of one partition. One writer at a time; small state as in {@link SegmentStore}.
 *
 * <p>A segment is open once at most: to open it again without closing it first is an {@link IllegalStateException}.
 */
public interface PartitionStore {
    PartitionId id();

    /** Base offsets of the segment files there are, ascending; empty if the partition has no directory yet. */
    List<Long> segments();

    /**
     * Creates an empty segment file and its directory entry durably.
     *
     * @throws StorageException if a segment with this base offset is there already
     */
    SegmentFile createSegment(long baseOffset);

    /** @throws StorageException if there is no such segment or it cannot be opened */
    SegmentFile openSegment(long baseOffset);

    /** Removes the segment file and its indexes durably; no effect if there is none. It may be open and being read. */
    void deleteSegment(long baseOffset);

    /** As {@link SegmentStore#readState}. */
    Optional<ByteBuffer> readState(String name);

    /** As {@link SegmentStore#writeState}; creates the directory of the partition if there is none. */
    void writeState(String name, ByteBuffer content);
}
