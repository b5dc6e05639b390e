package org.partita.wire.server;

import org.partita.storage.BrokerException;

/** Bytes of a client that no answer fits. The message has nothing in it that the client chose, but numbers. */
public final class MalformedRequestException extends BrokerException {
    private static final long serialVersionUID = 1L;

    public MalformedRequestException(String message) {
        super("invalid-request", false, message);
    }

    public MalformedRequestException(String message, Throwable cause) {
        super("invalid-request", false, message, cause);
    }
}
