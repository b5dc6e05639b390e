package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * Totals of one topic since it was created or the broker started.
 *
 * @param id tells a topic from one of the same name before it
 */
public record TopicTraffic(String topic, UUID id, long messagesIn, long bytesIn, long messagesOut, long bytesOut) {
    public TopicTraffic {
        requireNonNull(topic, "topic");
        requireNonNull(id, "id");
    }
}
