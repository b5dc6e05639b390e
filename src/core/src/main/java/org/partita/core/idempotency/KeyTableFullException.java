package org.partita.core.idempotency;

import org.partita.storage.BrokerException;

/** As many keyed messages are remembered as may be. Nothing was stored. */
public final class KeyTableFullException extends BrokerException {
    private static final long serialVersionUID = 1L;

    private final long retryAfterMillis;

    /** @param retryAfterMillis when the oldest of those remembered leaves the window */
    public KeyTableFullException(long remembered, long retryAfterMillis) {
        super("quota-exceeded", true, "The partition or its broker remembers as many messages with an Idempotency-Key "
            + "as it may, this partition " + remembered + ". Nothing was stored. Try again after Retry-After, spread "
            + "the load over more partitions, or shorten idempotency.window.ms of the topic.");
        this.retryAfterMillis = retryAfterMillis;
    }

    public long retryAfterMillis() {
        return retryAfterMillis;
    }
}
