package org.partita.wire.api.fetch;

import org.apache.kafka.common.Uuid;

/** A partition as a client names it: by the name of its topic, or by its id; the other one is empty. */
record PartitionKey(String topic, Uuid topicId, int partition) {
    boolean byId() {
        return !topicId.equals(Uuid.ZERO_UUID);
    }

    boolean sameTopic(PartitionKey other) {
        return topic.equals(other.topic) && topicId.equals(other.topicId);
    }
}
