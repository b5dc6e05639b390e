package org.partita.core.metadata;

import java.util.UUID;

import org.partita.storage.BrokerException;

/** There is no topic of this name or id, or no longer. */
public final class TopicNotFoundException extends BrokerException {
    private static final long serialVersionUID = 1L;

    /** @param topic a valid name */
    public TopicNotFoundException(String topic) {
        super("topic-not-found", false, "There is no topic " + topic + ". Create it with POST /v1/topics {\"name\":\""
            + topic + "\"}.");
    }

    public TopicNotFoundException(UUID topicId) {
        super("topic-not-found", false, "There is no topic with the id " + topicId + ".");
    }
}
