package org.partita.core.broker;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

import org.partita.storage.StoreStatistics;

/**
 * Totals since start, and gauges of now.
 *
 * @param messagesIn that were stored; those that were sent again are not counted again
 * @param bytesIn their keys, values and headers
 * @param messagesOut that were read for clients, also if an answer did not get there
 * @param bytesOut their keys, values and headers; of those that go out as they are stored, the bytes of their batches
 * @param underMinIsrPartitions that are led with fewer replicas in sync than their topic asks for
 * @param traffic of each topic there is, by name; totals of topics that were deleted are in those of the broker only
 * @param directories of each data directory whose disk tells, by its number
 */
public record BrokerStatistics(long messagesIn, long bytesIn, long messagesOut, long bytesOut, long publishesRefused,
                               int topics, int partitions, int offlinePartitions, int underMinIsrPartitions,
                               int waitingFetches, List<TopicTraffic> traffic,
                               SortedMap<Integer, StoreStatistics> directories) {
    public BrokerStatistics {
        traffic = List.copyOf(traffic);
        directories = Collections.unmodifiableSortedMap(new TreeMap<>(directories));
    }

    /** Partitions that this broker leads. */
    public int leaders() {
        return partitions - offlinePartitions;
    }

    /** Of all data directories together. */
    public StoreStatistics store() {
        return directories.values().stream().reduce(StoreStatistics.NONE, StoreStatistics::plus);
    }

    /** Free space on the disk that has the least of it, in bytes. */
    public long leastUsableBytes() {
        return directories.values().stream().mapToLong(StoreStatistics::usableBytes).min().orElse(0);
    }
}
