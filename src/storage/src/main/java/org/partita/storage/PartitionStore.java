package org.partita.storage;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** The files of one partition. One writer at a time; small state as in {@link SegmentStore}. */
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

    /** Removes the segment file and its indexes durably. */
    void deleteSegment(long baseOffset);

    Optional<ByteBuffer> readState(String name);

    void writeState(String name, ByteBuffer content);
}
