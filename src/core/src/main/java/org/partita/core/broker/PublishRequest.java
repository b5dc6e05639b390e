package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import java.util.List;

import org.partita.core.idempotency.IdempotencyKey;
import org.partita.core.metadata.TopicRef;
import org.partita.core.record.RecordHeader;

/**
 * Messages for one topic and what the publisher wants to wait for.
 *
 * @param idempotencyKey with one, message i is stored once however often the request is repeated within the window of
 *     the topic
 * @param trace headers that say which call this is; stored with each message that has none of the same name. A
 *     repeated request may have others
 * @param before what became of earlier parts of the same request
 */
public record PublishRequest(TopicRef topic, List<OutboundMessage> messages, AckPolicy acks, long timeoutMillis,
                             IdempotencyKey idempotencyKey, List<RecordHeader> trace, EarlierParts before) {
    public PublishRequest {
        requireNonNull(topic, "topic");
        requireNonNull(acks, "acks");
        requireNonNull(idempotencyKey, "idempotencyKey");
        requireNonNull(before, "before");
        messages = List.copyOf(messages);
        trace = List.copyOf(trace);
        if (messages.isEmpty()) throw new IllegalArgumentException("no messages");
        if (timeoutMillis < 1) throw new IllegalArgumentException("timeoutMillis " + timeoutMillis + " < 1");
    }

    public PublishRequest(String topic, List<OutboundMessage> messages, AckPolicy acks, long timeoutMillis,
                          IdempotencyKey idempotencyKey) {
        this(TopicRef.named(topic), messages, acks, timeoutMillis, idempotencyKey, List.of(), EarlierParts.NONE);
    }

    public PublishRequest(String topic, List<OutboundMessage> messages, AckPolicy acks, long timeoutMillis) {
        this(topic, messages, acks, timeoutMillis, IdempotencyKey.NONE);
    }

    /** The same with another timeout. */
    public PublishRequest within(long otherTimeoutMillis) {
        return new PublishRequest(topic, messages, acks, otherTimeoutMillis, idempotencyKey, trace, before);
    }
}
