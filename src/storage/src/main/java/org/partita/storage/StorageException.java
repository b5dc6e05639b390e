package org.partita.storage;

/** A disk or data directory did not do what was asked. The state of the file concerned is as the thrower documents. */
public class StorageException extends BrokerException {
    private static final long serialVersionUID = 1L;

    public StorageException(String message, Throwable cause) {
        this("internal-error", false, message, cause);
    }

    public StorageException(String message) {
        this(message, null);
    }

    protected StorageException(String code, boolean retriable, String message, Throwable cause) {
        super(code, retriable, message, cause);
    }
}
