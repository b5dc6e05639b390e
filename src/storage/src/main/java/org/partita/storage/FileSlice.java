package org.partita.storage;

import java.nio.channels.FileChannel;
import java.util.Optional;

/**
 * A slice of a file of the operating system, for senders that let it move the bytes without taking them into the
 * process. Who does not know this type uses the slice like any other.
 */
public interface FileSlice extends LogSlice {
    /** Where the slice begins in {@link #channel}. */
    long positionBytes();

    /**
     * A read-only channel on the file, for this slice alone, closed with it. An interrupt closes the channel under the
     * thread that uses it and leaves open how much was sent; nobody else is touched.
     *
     * <p>Nobody checks what goes through it: if the segment is cut meanwhile, the bytes that are there then are sent.
     * The checksums of the batches tell the receiver.
     *
     * @return empty if there is none, for example because the segment was deleted; {@link #copyTo} still works
     * @throws StorageException if the file is there and cannot be opened
     * @throws IllegalStateException if this slice is closed
     */
    Optional<FileChannel> channel();
}
