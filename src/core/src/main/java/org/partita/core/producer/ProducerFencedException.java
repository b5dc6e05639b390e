package org.partita.core.producer;

import org.partita.storage.BrokerException;

/** A producer of the same id has gone on to a later epoch. */
public final class ProducerFencedException extends BrokerException {
    private static final long serialVersionUID = 1L;

    public ProducerFencedException(long producerId, short found, short current) {
        super("producer-fenced", false, "Producer " + producerId + " sent in epoch " + found + ", but it has gone on "
            + "to epoch " + current + ". Nothing was stored.");
    }
}
