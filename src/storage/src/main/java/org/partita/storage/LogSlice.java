package org.partita.storage;

import java.nio.ByteBuffer;

/** A reference-counted range of a segment file: readable until closed, even if the segment was deleted meanwhile. */
public interface LogSlice extends AutoCloseable {
    int lengthBytes();

    /**
     * The bytes as a read-only buffer.
     *
     * @throws StorageException if they cannot be read
     */
    ByteBuffer bytes();

    /** Idempotent. */
    @Override
    void close();
}
