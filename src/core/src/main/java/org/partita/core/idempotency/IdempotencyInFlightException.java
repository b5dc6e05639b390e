package org.partita.core.idempotency;

import org.partita.storage.BrokerException;

/** An earlier request with this key is still on its way, and this one did not wait long enough to learn its outcome. */
public final class IdempotencyInFlightException extends BrokerException {
    private static final long serialVersionUID = 1L;

    public IdempotencyInFlightException(Throwable cause) {
        super("idempotency-in-flight", true, "An earlier request with the same Idempotency-Key is not acknowledged "
            + "yet. This one stored nothing; repeat it to learn what became of the message.", cause);
    }
}
