package org.partita.storage;

import java.nio.ByteBuffer;

/** A reference-counted range of a segment file: readable until closed, even if the segment was deleted meanwhile. */
public interface LogSlice extends AutoCloseable {
    int lengthBytes();

    /**
     * The bytes as a read-only buffer, which stays valid after this slice is closed.
     *
     * @throws StorageException if they cannot be read, or the segment was cut below the end of this slice meanwhile
     * @throws IllegalStateException if this slice is closed
     */
    ByteBuffer bytes();

    /** Idempotent. */
    @Override
    void close();
}
