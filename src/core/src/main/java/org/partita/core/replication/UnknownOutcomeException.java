package org.partita.core.replication;

import org.partita.storage.BrokerException;

/** Messages may be stored or not: the answer did not come in time, or the disk failed in between. */
public final class UnknownOutcomeException extends BrokerException {
    private static final long serialVersionUID = 1L;

    private final boolean undecided;

    private UnknownOutcomeException(String message, Throwable cause, boolean undecided) {
        super("acknowledgement-timeout", true, message, cause);
        this.undecided = undecided;
    }

    public UnknownOutcomeException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /** The acknowledgement is late and may still come. */
    static UnknownOutcomeException late(String message) {
        return new UnknownOutcomeException(message, null, true);
    }

    /** Whether the messages may be acknowledged yet; otherwise their partition has stopped to serve. */
    public boolean undecided() {
        return undecided;
    }
}
