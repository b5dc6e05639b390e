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
     * @param replayed whether an earlier request with the same idempotency key had stored it
     */
    record Stored(int partition, long offset, long timestampMillis, AckPolicy acks, int replicas, boolean flushed,
                  boolean replayed) implements PublishOutcome {
        public Stored(int partition, long offset, long timestampMillis, AckPolicy acks, int replicas,
                      boolean flushed) {
            this(partition, offset, timestampMillis, acks, replicas, flushed, false);
        }
    }

    /**
     * Not stored, or (for unknown outcomes) not known to be.
     *
     * @param partition the one it was meant for
     */
    record Failed(int partition, BrokerException cause) implements PublishOutcome {
        public Failed {
            requireNonNull(cause, "cause");
        }
    }
}
