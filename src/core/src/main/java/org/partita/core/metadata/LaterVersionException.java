package org.partita.core.metadata;

import org.partita.storage.StorageException;

/** An image that is sound and says what only a later version can have written. No older copy may take its place. */
final class LaterVersionException extends StorageException {
    private static final long serialVersionUID = 1L;

    /** @param found what it has, for people */
    LaterVersionException(String found, Throwable cause) {
        super(found, cause);
    }
}
