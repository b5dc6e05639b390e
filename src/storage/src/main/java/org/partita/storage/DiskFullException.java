package org.partita.storage;

/** The disk has no space left. Nothing of the failed call was stored; reads go on. */
public final class DiskFullException extends StorageException {
    private static final long serialVersionUID = 1L;

    public DiskFullException(String message, Throwable cause) {
        super("disk-full", true, message, cause);
    }
}
