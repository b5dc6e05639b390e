package org.partita.storage;

import static java.util.Objects.requireNonNull;

/**
 * Root of every failure that Partita reports on purpose. Unchecked; carries a stable code.
 *
 * <p>The message names the subject, what was found and what was expected; it never contains a secret.
 */
public abstract class BrokerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final boolean retriable;

    /**
     * @param code stable, lower case with hyphens, for example {@code topic-not-found}
     * @param retriable true if the same call may succeed later without a change by the caller
     */
    protected BrokerException(String code, boolean retriable, String message, Throwable cause) {
        super(requireNonNull(message, "message"), cause);
        this.code = requireNonNull(code, "code");
        this.retriable = retriable;
    }

    protected BrokerException(String code, boolean retriable, String message) {
        this(code, retriable, message, null);
    }

    public final String code() {
        return code;
    }

    public final boolean retriable() {
        return retriable;
    }
}
