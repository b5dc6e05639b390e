package org.partita.storage.testing;

import java.io.IOException;
import org.partita.storage.DiskFullException;
import org.partita.storage.StorageException;
import org.partita.storage.TooManyFilesException;

/** How a write of a state, or the creation of a file, fails. */
public enum StateWriteFault {
    /** No space left; what was there stays. */
    DISK_FULL,
    /** The process may open no more files; what was there stays. */
    TOO_MANY_FILES,
    /** The device reports an error; what was there stays. */
    IO_ERROR,
    /** The new content is in place, but the device reports an error while that is made durable. */
    IO_ERROR_AFTER_REPLACING;

    StorageException exception(String subject) {
        String message = subject + ": cannot be written: injected fault " + this;
        if (this == TOO_MANY_FILES) return new TooManyFilesException(message, new IOException("injected"));
        return this == DISK_FULL ? new DiskFullException(message, new IOException("injected: no space left"))
            : new StorageException(message);
    }
}
