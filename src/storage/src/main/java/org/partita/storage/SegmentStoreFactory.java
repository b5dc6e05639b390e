package org.partita.storage;

/** Gives out the handle on a data directory. In the server this is the resource adapter's connection factory. */
@FunctionalInterface
public interface SegmentStoreFactory {
    /**
     * Opens the data directory if this is the first call. A broker calls this once at start and keeps the handle.
     *
     * @return a handle to be closed by the caller
     * @throws DirectoryUnavailableException if the directory is locked, not writable, of another broker or newer
     * @throws StorageException if it cannot be read or written
     */
    SegmentStore getConnection();
}
