package org.partita.core.replication;

import org.partita.storage.BrokerException;

/** The leader of a partition cannot take the request now. Nothing was stored by it. */
public final class LeaderUnavailableException extends BrokerException {
    public static final String CODE = "leader-unavailable";

    private static final long serialVersionUID = 1L;

    public LeaderUnavailableException(String message) {
        super(CODE, true, message);
    }

    public static LeaderUnavailableException busy(String partition) {
        return new LeaderUnavailableException("Partition " + partition
            + " has as many requests as it can take. Try again a little later.");
    }
}
