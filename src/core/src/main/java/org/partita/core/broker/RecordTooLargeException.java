package org.partita.core.broker;

import org.partita.storage.BrokerException;

/** A message is larger than its topic allows. It was not stored. */
public final class RecordTooLargeException extends BrokerException {
    private static final long serialVersionUID = 1L;

    private final int limitBytes;

    public RecordTooLargeException(String topic, long sizeBytes, int limitBytes) {
        this(limitBytes, "A message of " + sizeBytes + " bytes (key, value and headers)", topic);
    }

    private RecordTooLargeException(int limitBytes, String what, String topic) {
        super("message-too-large", false, what + " is too large for topic " + topic + ", which takes " + limitBytes
            + ". Send less, or raise max.message.bytes of the topic.");
        this.limitBytes = limitBytes;
    }

    /** Of a batch that its producer made: it counts as it is stored. */
    public static RecordTooLargeException ofBatch(String topic, long sizeBytes, int limitBytes) {
        return new RecordTooLargeException(limitBytes, "A batch of " + sizeBytes + " bytes", topic);
    }

    public int limitBytes() {
        return limitBytes;
    }
}
