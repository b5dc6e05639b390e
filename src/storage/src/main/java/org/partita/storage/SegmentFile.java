package org.partita.storage;

import java.nio.ByteBuffer;

/**
 * One append-only segment file. One writer; any number of concurrent readers.
 *
 * <p>After {@link #close} of the writer, slices that were handed out stay readable until they are closed too.
 */
public interface SegmentFile extends AutoCloseable {
    long baseOffset();

    long sizeBytes();

    /**
     * Appends all remaining bytes of {@code batches} in order, or nothing: a failed write is cut off again before the
     * exception leaves. Positions of the buffers do not change.
     *
     * @throws DiskFullException if there is no space; the file is as before
     * @throws FileDisplacedException if the directory is not this broker's alone any more; nothing was written, and the
     *     file refuses further appends, cuts and forces
     * @throws FileChangedException if the file does not end where this broker left it, with the same consequence
     * @throws StorageException on any other I/O error; if even the cut failed, the file refuses further appends
     */
    void append(ByteBuffer... batches);

    /**
     * Bytes from the file, without copying them where the implementation can.
     *
     * @param lengthBytes as much as wanted; the slice ends at the end of the file at the latest
     * @throws IllegalArgumentException if the position is negative or beyond the end of the file
     * @throws TooManyFilesException if the file had to be opened for this and the process may open no more
     * @throws StorageException if it could not be opened for another reason
     */
    LogSlice slice(long positionBytes, int lengthBytes);

    /**
     * Cuts the file physically; durable when the call returns, and so is all that is left.
     *
     * @throws IllegalArgumentException if the size is negative or beyond the end of the file
     * @throws FileDisplacedException as {@link #force}
     * @throws StorageException if the cut failed; the file refuses further appends, cuts and forces
     */
    void truncate(long sizeBytes);

    /**
     * Makes all bytes appended before this call durable, and looks whether they can be found again: whether the name
     * of the file still leads to it, and it is as long as was written. May run beside appends and reads.
     *
     * @throws TooManyFilesException if the file had to be opened for this and the process may open no more: nothing was
     *     tried, and the file is as before
     * @throws FileDisplacedException if its name leads to no file or to another one, or the directory is not this
     *     broker's alone any more; the file refuses further appends, cuts and forces
     * @throws FileChangedException if somebody has shortened the file, with the same consequence
     * @throws StorageException if the device failed. Bytes since the last force may be lost even if a later force would
     *     succeed, so the file refuses further appends, cuts and forces
     */
    void force();

    /** Idempotent; does not force. */
    @Override
    void close();
}
