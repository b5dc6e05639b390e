package org.partita.core.log;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.random.RandomGenerator;

import org.partita.storage.IndexKind;
import org.partita.storage.PartitionStore;

/** A disk with one partition on it, whose log is tested against its model. */
public interface LogDisk {
    /** A handle of its own on the partition's files. */
    PartitionStore partition();

    /** The next append finds no space. */
    void failNextAppend();

    /** Handles of before are dead; bytes that were not forced may be lost. */
    void crash(RandomGenerator random);

    void removeIndex(long segment, IndexKind kind);

    /** Takes small state of the partition away. */
    void removeState(String name);

    /** The bytes of an index file; empty if there is none. */
    default Optional<ByteBuffer> index(long segment, IndexKind kind) {
        return partition().openIndex(segment, kind).map(file -> {
            try (file) {
                return file.read(0, (int) file.sizeBytes());
            }
        });
    }
}
