package org.partita.core.metadata;

import org.partita.storage.BrokerException;

/** The topic has fewer partitions. */
public final class PartitionNotFoundException extends BrokerException {
    private static final long serialVersionUID = 1L;

    public PartitionNotFoundException(String topic, int partition, int partitions) {
        super("partition-not-found", false, "Topic " + topic + " has no partition " + partition
            + ". It has " + partitions + ", numbered from 0 to " + (partitions - 1) + ".");
    }
}
