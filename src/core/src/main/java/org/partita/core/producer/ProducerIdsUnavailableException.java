package org.partita.core.producer;

import org.partita.storage.BrokerException;

/** No producer id can be given now. Nothing was given. */
public final class ProducerIdsUnavailableException extends BrokerException {
    private static final long serialVersionUID = 1L;

    private ProducerIdsUnavailableException(String message, Throwable cause) {
        super("coordinator-loading", true, message, cause);
    }

    static ProducerIdsUnavailableException notReserved(Throwable cause) {
        return new ProducerIdsUnavailableException("The broker could not reserve producer ids. Try again; if it stays "
            + "like this, see the log of the broker.", cause);
    }

    static ProducerIdsUnavailableException busy(int waiting) {
        return new ProducerIdsUnavailableException("The broker has no producer id at hand, and " + waiting
            + " requests, as many as may, wait for one already. Try again a little later.", null);
    }
}
