package org.partita.core.record;

import java.nio.ByteBuffer;

import org.partita.storage.StorageException;

/**
 * One way to compress the records of a batch, as the batch format frames it. Callable from any thread.
 *
 * <p>What is handed in is read from its position to its limit; what is given back is the caller's.
 */
public interface Codec {
    /** @throws StorageException if the codec cannot be loaded */
    ByteBuffer compress(ByteBuffer records);

    /**
     * Takes bytes of any origin. Allocates, native memory included, no more than a small multiple of
     * {@code maxBytes} and of the bytes handed in, whatever these claim.
     *
     * @throws InvalidBatchException if the bytes are damaged, are followed or interrupted by others, or inflate to more
     *     than {@code maxBytes}
     * @throws StorageException if the codec cannot be loaded
     */
    ByteBuffer decompress(ByteBuffer compressed, int maxBytes);
}
