package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Messages for one topic and what the publisher wants to wait for. */
public record PublishRequest(String topic, List<OutboundMessage> messages, AckPolicy acks, long timeoutMillis) {
    public PublishRequest {
        requireNonNull(topic, "topic");
        requireNonNull(acks, "acks");
        messages = List.copyOf(messages);
        if (messages.isEmpty()) throw new IllegalArgumentException("no messages");
        if (timeoutMillis < 1) throw new IllegalArgumentException("timeoutMillis " + timeoutMillis + " < 1");
    }
}
