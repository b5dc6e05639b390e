package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import org.partita.storage.StoreStatistics;

/** Totals since start, and gauges of now. */
public record BrokerStatistics(long messagesIn, long bytesIn, long messagesOut, long bytesOut, long publishesRefused,
                               int topics, int partitions, int offlinePartitions, int waitingFetches,
                               StoreStatistics store) {
    public BrokerStatistics {
        requireNonNull(store, "store");
    }
}
