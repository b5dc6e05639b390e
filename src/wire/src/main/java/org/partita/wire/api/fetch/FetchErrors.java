package org.partita.wire.api.fetch;

import org.apache.kafka.common.protocol.Errors;

import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.wire.protocol.ErrorCodes;

/** Failures in the words of a fetch: consumers give up on those they do not expect there. */
final class FetchErrors {
    private FetchErrors() {
    }

    static Errors of(Throwable failure, PartitionKey key) {
        if (failure instanceof LeaderUnavailableException) return Errors.NOT_LEADER_OR_FOLLOWER;
        if (failure instanceof TopicNotFoundException && key.byId()) return Errors.UNKNOWN_TOPIC_ID;
        return ErrorCodes.of(failure);
    }
}
