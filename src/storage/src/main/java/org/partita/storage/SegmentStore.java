package org.partita.storage;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One data directory. Thread-safe. Every method may wait for the disk, so never call it on an event loop.
 *
 * <p>Small state ({@link #writeState}) is replaced as a whole: after a crash either the old or the new bytes are there.
 * Creating and deleting is durable when the call returns. An I/O error is thrown, never answered as "not there".
 */
public interface SegmentStore extends AutoCloseable {
    DirectoryIdentity identity();

    /** All partitions that have a directory, ascending. */
    List<PartitionId> partitions();

    /** The files of one partition; nothing is created on disk by this call. */
    PartitionStore partition(PartitionId id);

    /** Removes all files of a partition; no effect if it has none. Open files of it must be closed first. */
    void deletePartition(PartitionId id);

    /** Leaves a note beside the topic's partitions that tells a person which topic it is ({@code topic.json}). */
    void labelTopic(UUID topicId, String topicName);

    /** @param name {@code [a-z0-9.-]{1,64}} */
    Optional<ByteBuffer> readState(String name);

    /** @param name {@code [a-z0-9.-]{1,64}} */
    void writeState(String name, ByteBuffer content);

    /**
     * Answers whether the directory was closed cleanly, and durably takes the mark away: from now on a crash is one.
     */
    boolean takeCleanMark();

    /** Durably states that everything in this directory is flushed and closed. */
    void writeCleanMark();

    StoreStatistics statistics();

    /** Gives the handle back; the directory stays open for the next one. Idempotent. */
    @Override
    void close();
}
