package org.partita.storage;

/** Gives out the handles on a broker's data directories. In the server this is the resource adapter's factory. */
public interface SegmentStoreFactory {
    /**
     * How many data directories the broker has, at least 1; nothing is opened by this call.
     *
     * @throws DirectoryUnavailableException if what was configured cannot be understood
     */
    int directories();

    /**
     * Opens all data directories if this is the first call: all of them or none. A broker calls this once for each
     * directory at start and keeps the handles.
     *
     * @param directory its place in the order in which they were configured, from 0
     * @return a handle to be closed by the caller
     * @throws DirectoryUnavailableException if one of them is locked, not writable, of another broker or cluster,
     *     newer, or named twice
     * @throws StorageException if one of them cannot be read or written
     */
    SegmentStore getConnection(int directory);
}
