package org.partita.core.record;

import org.partita.storage.BrokerException;

/** Bytes that are not one well-formed record batch, or records that cannot be made into one. */
public final class InvalidBatchException extends BrokerException {
    private static final long serialVersionUID = 1L;

    public InvalidBatchException(String message) {
        this(message, null);
    }

    public InvalidBatchException(String message, Throwable cause) {
        super("invalid-request", false, message, cause);
    }
}
