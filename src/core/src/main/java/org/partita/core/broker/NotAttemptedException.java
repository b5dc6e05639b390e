package org.partita.core.broker;

import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.BrokerException;

/** A message was left out because another one of the same partition failed. It was certainly not stored. */
public final class NotAttemptedException extends BrokerException {
    private static final long serialVersionUID = 1L;

    private NotAttemptedException(String code, boolean retriable, BrokerException cause) {
        super(code, retriable, "Not attempted, because another message of the same partition failed: "
            + cause.getMessage(), cause);
    }

    /** Carries the code of {@code cause}, unless that says "stored or not": what was not attempted is not stored. */
    public static NotAttemptedException after(BrokerException cause) {
        boolean unknown = cause instanceof UnknownOutcomeException;
        String code = unknown ? LeaderUnavailableException.CODE : cause.code();
        return new NotAttemptedException(code, cause.retriable(), cause);
    }
}
