package org.partita.core.producer;

import org.partita.storage.BrokerException;

/** Batches of this producer that come before this one are missing, or it is repeated after too many others. */
public final class OutOfOrderSequenceException extends BrokerException {
    private static final long serialVersionUID = 1L;

    public OutOfOrderSequenceException(long producerId, int found, int expected) {
        super("out-of-order-sequence", false, "Producer " + producerId + " sent sequence number " + found + ", "
            + expected + " expected. Nothing was stored.");
    }
}
