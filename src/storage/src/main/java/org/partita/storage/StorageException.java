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

    /** What happened to the files of a partition, in few words for people. */
    public String inShort() {
        return "its disk failed";
    }

    /** What an operator does about it before a restart: a sentence without its full stop. */
    public String remedy() {
        return "Check the disk";
    }
}
