package org.partita.storage;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The files of one partition. One writer at a time; small state as in {@link SegmentStore}.
 *
 * <p>All of this is done by name. If the name of the directory leads to another one than it did when this process saw
 * it first, or a directory that was there is to be written to and is gone, it is a {@link FileDisplacedException}, and
 * nothing was done.
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

    /**
     * Writes a part of an index file, which is made if there is none and ends behind this part. Nothing of it is
     * durable: a crash may leave any part of it, or other bytes, so who reads it later checks it first.
     *
     * @param positionBytes where {@code content} begins; at most the size of the file
     */
    void writeIndex(long baseOffset, IndexKind kind, long positionBytes, ByteBuffer content);

    /** Base offsets of the index files of this kind, ascending, whether the segment is there or not. */
    List<Long> indexes(IndexKind kind);

    /** Removes an index file; no effect if there is none. Not durable: after a crash it may be there again. */
    void deleteIndex(long baseOffset, IndexKind kind);

    /** Opens an index file; empty only if there is none. The caller closes it. */
    Optional<IndexFile> openIndex(long baseOffset, IndexKind kind);

    /** As {@link SegmentStore#readState}. */
    Optional<ByteBuffer> readState(String name);

    /** As {@link SegmentStore#writeState}; creates the directory of the partition if there is none. */
    void writeState(String name, ByteBuffer content);
}
