package org.partita.wire.server;

import org.partita.storage.BrokerException;

/** A listener could not be started. The message tells an operator what to do. */
public final class ListenerException extends BrokerException {
    private static final long serialVersionUID = 1L;

    ListenerException(String message, Throwable cause) {
        super("internal-error", false, message, cause);
    }
}
