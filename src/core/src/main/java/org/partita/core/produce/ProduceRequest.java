package org.partita.core.produce;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;

import org.partita.core.broker.AckPolicy;
import org.partita.core.metadata.TopicRef;

/**
 * One batch for one partition, and what its producer wants to wait for.
 *
 * @param batch its remaining bytes, of any origin. They are not copied: nobody may change them, or free what they are
 *     in, before the request is answered
 * @param timeoutMillis within which it is acknowledged, unless the disk hangs
 */
public record ProduceRequest(TopicRef topic, int partition, ByteBuffer batch, AckPolicy acks, long timeoutMillis) {
    public ProduceRequest {
        requireNonNull(topic, "topic");
        requireNonNull(acks, "acks");
        batch = batch.asReadOnlyBuffer();
        if (timeoutMillis < 1) throw new IllegalArgumentException("timeoutMillis " + timeoutMillis + " < 1");
    }

    @Override
    public ByteBuffer batch() {
        return batch.duplicate();
    }
}
