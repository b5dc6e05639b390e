package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import org.partita.storage.BrokerException;

/** What became of one message of a publish. */
public sealed interface PublishOutcome {
    /**
     * Stored as the acknowledgement policy asked.
     *
     * @param replicas how many replicas store it by now
     * @param flushed whether it is fsynced on as many
     */
    record Stored(int partition, long offset, long timestampMillis, AckPolicy acks, int replicas, boolean flushed)
        implements PublishOutcome {
    }

    /** Not stored, or (for unknown outcomes) not known to be. */
    record Failed(BrokerException cause) implements PublishOutcome {
        public Failed {
            requireNonNull(cause, "cause");
        }
    }
}
