package org.partita.core.broker;

import org.partita.storage.BrokerException;

/** A message is larger than its topic allows. It was not stored. */
public final class RecordTooLargeException extends BrokerException {
    private static final long serialVersionUID = 1L;

    private final int limitBytes;

    public RecordTooLargeException(String topic, long sizeBytes, int limitBytes) {
        super("message-too-large", false, "A message of " + sizeBytes + " bytes (key, value and headers) is too large "
            + "for topic " + topic + ", which takes " + limitBytes + ". Send less, or raise max.message.bytes of the "
            + "topic.");
        this.limitBytes = limitBytes;
    }

    public int limitBytes() {
        return limitBytes;
    }
}
