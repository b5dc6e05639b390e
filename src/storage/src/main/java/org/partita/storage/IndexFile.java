package org.partita.storage;

import java.nio.ByteBuffer;

/** An index file, open for reading at any position. Thread-safe. Readable until closed, even if deleted meanwhile. */
public interface IndexFile extends AutoCloseable {
    long sizeBytes();

    /**
     * The bytes as a read-only buffer; fewer than wanted at the end of the file, none behind it.
     *
     * @throws StorageException if they cannot be read
     */
    ByteBuffer read(long positionBytes, int lengthBytes);

    /** Idempotent. */
    @Override
    void close();
}
