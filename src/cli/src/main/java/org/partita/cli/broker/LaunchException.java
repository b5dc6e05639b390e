package org.partita.cli.broker;

/** The broker cannot start here and now. The message is one line for an operator. */
public final class LaunchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LaunchException(String message) {
        super(message);
    }

    LaunchException(String message, Throwable cause) {
        super(message, cause);
    }
}
