package org.partita.core.metadata;

import org.partita.storage.BrokerException;

/** A name that no topic may have. */
public final class InvalidNameException extends BrokerException {
    private static final long serialVersionUID = 1L;

    public InvalidNameException(String message) {
        super("invalid-name", false, message);
    }
}
