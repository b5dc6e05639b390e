package org.partita.core.metadata;

import org.partita.storage.BrokerException;

/** The name is taken. */
public final class TopicExistsException extends BrokerException {
    private static final long serialVersionUID = 1L;

    public TopicExistsException(String topic) {
        super("topic-exists", false, "Topic " + topic + " exists. Use it, delete it first, or choose another name.");
    }
}
