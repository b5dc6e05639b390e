package org.partita.storage;

/**
 * A data directory cannot be used at all: locked by another process, not writable, of another broker or of a newer
 * format. The message is one line that tells an operator what to do.
 */
public final class DirectoryUnavailableException extends StorageException {
    private static final long serialVersionUID = 1L;

    public DirectoryUnavailableException(String message, Throwable cause) {
        super("internal-error", false, message, cause);
    }

    public DirectoryUnavailableException(String message) {
        this(message, null);
    }
}
