package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import java.util.List;

import org.partita.core.idempotency.IdempotencyKey;

/**
 * Messages for one topic and what the publisher wants to wait for.
 *
 * @param idempotencyKey with one, message i is stored once however often the request is repeated within the window of
 *     the topic
 */
public record PublishRequest(String topic, List<OutboundMessage> messages, AckPolicy acks, long timeoutMillis,
                             IdempotencyKey idempotencyKey) {
    public PublishRequest {
        requireNonNull(topic, "topic");
        requireNonNull(acks, "acks");
        requireNonNull(idempotencyKey, "idempotencyKey");
        messages = List.copyOf(messages);
        if (messages.isEmpty()) throw new IllegalArgumentException("no messages");
        if (timeoutMillis < 1) throw new IllegalArgumentException("timeoutMillis " + timeoutMillis + " < 1");
    }

    public PublishRequest(String topic, List<OutboundMessage> messages, AckPolicy acks, long timeoutMillis) {
        this(topic, messages, acks, timeoutMillis, IdempotencyKey.NONE);
    }

    /** The same with another timeout. */
    public PublishRequest within(long otherTimeoutMillis) {
        return new PublishRequest(topic, messages, acks, otherTimeoutMillis, idempotencyKey);
    }
}
