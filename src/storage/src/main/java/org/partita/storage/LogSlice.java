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

    /**
     * Puts the bytes into a buffer of the caller's, which may be used again for the next slice, and moves its position
     * behind them. What was in it is undefined if this fails.
     *
     * @throws IllegalArgumentException if they do not fit
     * @throws StorageException as {@link #bytes}
     * @throws IllegalStateException if this slice is closed
     */
    void copyTo(ByteBuffer target);

    /** Idempotent. */
    @Override
    void close();
}
