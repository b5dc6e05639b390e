package org.partita.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.OptionalLong;

/** An open file. Thread-safe; an interrupt of the calling thread has no effect on any call. */
public interface DiskFile extends AutoCloseable {
    /** Writes at least one byte and moves the position of the buffer. */
    int write(ByteBuffer source, long positionBytes) throws IOException;

    /** Reads at least one byte and moves the position of the buffer; -1 at the end of the file. */
    int read(ByteBuffer target, long positionBytes) throws IOException;

    long sizeBytes() throws IOException;

    void truncate(long sizeBytes) throws IOException;

    /** Makes content and size durable. */
    void force() throws IOException;

    /**
     * Another channel on this very file, read-only, which an interrupt does close. The caller closes it.
     *
     * @return empty if the name this file was opened by is gone or is another file's, or it was opened only to read
     */
    Optional<FileChannel> interruptible() throws IOException;

    /**
     * Size of this file, looked up by the name it was opened by, to read and write.
     *
     * @return empty if the name does not lead to it any more
     */
    OptionalLong namedBytes() throws IOException;

    /** Whether the name this file was opened by, to read and write, still leads to it. */
    default boolean isNamed() throws IOException {
        return namedBytes().isPresent();
    }

    /** Equal for two openings of one file, to read and write; empty if the file system cannot tell. */
    Optional<Object> key();

    /** Whether this file could be locked against other processes; held until it is closed. */
    boolean tryLock() throws IOException;

    @Override
    void close() throws IOException;
}
