package org.partita.core.idempotency;

import org.partita.storage.BrokerException;

/** The key stands for another message of this partition. Nothing was stored. */
public final class IdempotencyKeyReusedException extends BrokerException {
    private static final long serialVersionUID = 1L;

    public IdempotencyKeyReusedException(int index, long offset) {
        super("idempotency-key-reused", false, "The Idempotency-Key was used before: message " + index + " of that "
            + "request is at offset " + offset + " and differs from this one in partition, key, payload, headers or "
            + "content type. Nothing was stored. Repeat a request unchanged, and give another one a new key.");
    }
}
