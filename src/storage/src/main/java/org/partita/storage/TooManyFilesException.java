package org.partita.storage;

/** The process may open no more files. Nothing of the failed call was stored; it may succeed later. */
public final class TooManyFilesException extends StorageException {
    private static final long serialVersionUID = 1L;

    public TooManyFilesException(String message, Throwable cause) {
        super("internal-error", true, message, cause);
    }
}
