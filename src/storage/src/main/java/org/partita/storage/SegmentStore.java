package org.partita.storage;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One data directory. Thread-safe. Every method may wait for the disk, so never call it on an event loop.
 *
 * <p>Small state ({@link #writeState}) is replaced as a whole: after a crash either the old or the new bytes are there.
 * Creating and deleting is durable when the call returns. An I/O error is thrown, never answered as "not there". Once
 * somebody else has moved or replaced the directory or its lock, nothing is written to it any more: see
 * {@link FileDisplacedException}.
 */
public interface SegmentStore extends AutoCloseable {
    DirectoryIdentity identity();

    /** What people call this directory: its path, where it has one. */
    default String name() {
        return identity().directoryId().toString();
    }

    /** Names this run of the operating system: another one has lost what was not forced. Empty if it does not tell. */
    Optional<String> bootId();

    /** All partitions that have a directory, ascending. */
    List<PartitionId> partitions();

    /** The files of one partition; nothing is created on disk by this call. */
    PartitionStore partition(PartitionId id);

    /**
     * Removes all files of a partition at once and durably; no effect if it has none.
     *
     * @throws IllegalStateException if a segment of it is open
     */
    void deletePartition(PartitionId id);

    /** Leaves a note beside the topic's partitions that tells a person which topic it is ({@code topic.json}). */
    void labelTopic(UUID topicId, String topicName);

    /**
     * Removes what is left of a topic, durably: its note and its place. The last partition takes them with it; without
     * one they are what a crash has left. No effect if there is none, or if the topic has partitions.
     */
    void deleteTopic(UUID topicId);

    /**
     * Small state as a read-only buffer: exactly the bytes on disk. Whether they are undamaged is for the owner of the
     * format to check.
     *
     * @param name {@code [a-z0-9.-]{1,64}}
     * @return empty only if it was never written
     */
    Optional<ByteBuffer> readState(String name);

    /**
     * Replaces small state, durably. The position of the buffer does not change.
     *
     * @param name {@code [a-z0-9.-]{1,64}}
     */
    void writeState(String name, ByteBuffer content);

    /**
     * Answers whether the directory was closed cleanly, and durably takes the mark away: a crash from now on is seen.
     */
    boolean takeCleanMark();

    /** Durably states that everything in this directory is flushed and closed. */
    void writeCleanMark();

    StoreStatistics statistics();

    /**
     * Gives the handle back and closes the segment files that were opened through it, without a force; the directory
     * stays open for the next handle. Any other call on a closed handle is {@link IllegalStateException}. Idempotent.
     */
    @Override
    void close();
}
