package org.partita.core.broker;

import java.util.List;

import org.partita.storage.StoreStatistics;

/**
 * Totals since start, and gauges of now.
 *
 * @param directories of each data directory whose disk tells
 */
public record BrokerStatistics(long messagesIn, long bytesIn, long messagesOut, long bytesOut, long publishesRefused,
                               int topics, int partitions, int offlinePartitions, int waitingFetches,
                               List<StoreStatistics> directories) {
    public BrokerStatistics {
        directories = List.copyOf(directories);
    }

    /** Of all data directories together. */
    public StoreStatistics store() {
        return directories.stream().reduce(StoreStatistics.NONE, StoreStatistics::plus);
    }

    /** Free space on the disk that has the least of it, in bytes. */
    public long leastUsableBytes() {
        return directories.stream().mapToLong(StoreStatistics::usableBytes).min().orElse(0);
    }
}
