package org.partita.core.replication;

import org.partita.storage.BrokerException;

/** Messages may be stored or not: the answer did not come in time, or the disk failed in between. */
public final class UnknownOutcomeException extends BrokerException {
    private static final long serialVersionUID = 1L;

    public UnknownOutcomeException(String message, Throwable cause) {
        super("acknowledgement-timeout", true, message, cause);
    }

    public UnknownOutcomeException(String message) {
        this(message, null);
    }
}
