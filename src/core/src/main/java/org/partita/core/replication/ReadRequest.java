package org.partita.core.replication;

import org.partita.core.record.PayloadSize;

/**
 * A read of one partition from an offset on.
 *
 * @param maxMessages with 0 nothing is read: the answer comes when there is something to read
 * @param maxBytes of payload (see {@link PayloadSize}); one whole record is given whatever its size
 * @param minBytes what to wait for, within {@code waitMillis}
 */
public record ReadRequest(long offset, int maxMessages, int maxBytes, int minBytes, long waitMillis) {
    public ReadRequest {
        if (offset < 0) throw new IllegalArgumentException("offset " + offset + " < 0");
        if (maxMessages < 0) throw new IllegalArgumentException("maxMessages " + maxMessages + " < 0");
        if (maxBytes < 1) throw new IllegalArgumentException("maxBytes " + maxBytes + " < 1");
        if (minBytes < 0) throw new IllegalArgumentException("minBytes " + minBytes + " < 0");
        if (waitMillis < 0) throw new IllegalArgumentException("waitMillis " + waitMillis + " < 0");
    }
}
