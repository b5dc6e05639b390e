package org.partita.web.metrics;

import java.util.function.ToLongFunction;

import org.partita.core.broker.BrokerStatistics;

/** The figures of a broker that are shown as metrics. */
enum BrokerFigure {
    MESSAGES_IN("partita_messages_in", "Messages stored since start", BrokerStatistics::messagesIn),
    BYTES_IN("partita_bytes_in", "Bytes of keys, payloads and headers stored since start", BrokerStatistics::bytesIn),
    MESSAGES_OUT("partita_messages_out", "Messages fetched since start", BrokerStatistics::messagesOut),
    BYTES_OUT("partita_bytes_out", "Bytes fetched since start", BrokerStatistics::bytesOut),
    PUBLISHES_REFUSED("partita_publishes_refused", "Messages refused since start", BrokerStatistics::publishesRefused),
    TOPICS("partita_topics", "Topics", BrokerStatistics::topics),
    PARTITIONS("partita_partitions", "Partitions with a replica on this broker", BrokerStatistics::partitions),
    OFFLINE_PARTITIONS("partita_offline_partitions", "Partitions that are not served",
        BrokerStatistics::offlinePartitions),
    WAITING_FETCHES("partita_waiting_fetches", "Fetches that wait for data", BrokerStatistics::waitingFetches),
    STORE_APPENDS("partita_store_appends", "Appends to segment files since start",
        statistics -> statistics.store().appends()),
    STORE_APPENDED_BYTES("partita_store_appended_bytes", "Bytes appended to segment files since start",
        statistics -> statistics.store().appendedBytes()),
    STORE_FORCES("partita_store_forces", "Flushes of segment files since start",
        statistics -> statistics.store().forces()),
    STORE_FORCE_NANOS("partita_store_force_nanos", "Nanoseconds spent in flushes since start",
        statistics -> statistics.store().forceNanos()),
    DISK_TOTAL_BYTES("partita_disk_total_bytes", "Size of the disks of all data directories",
        statistics -> statistics.store().totalBytes()),
    DISK_USABLE_BYTES("partita_disk_usable_bytes", "Free space on the disks of all data directories",
        statistics -> statistics.store().usableBytes()),
    DISK_LEAST_USABLE_BYTES("partita_disk_least_usable_bytes",
        "Free space on the disk of the data directory that has the least of it", BrokerStatistics::leastUsableBytes);

    private final String metricName;
    private final String description;
    private final ToLongFunction<BrokerStatistics> reader;

    BrokerFigure(String metricName, String description, ToLongFunction<BrokerStatistics> reader) {
        this.metricName = metricName;
        this.description = description;
        this.reader = reader;
    }

    String metricName() {
        return metricName;
    }

    String description() {
        return description;
    }

    ToLongFunction<BrokerStatistics> reader() {
        return reader;
    }
}
