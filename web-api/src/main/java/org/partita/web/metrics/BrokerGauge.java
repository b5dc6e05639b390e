package org.partita.web.metrics;

import java.util.function.ToLongFunction;

import org.partita.core.broker.BrokerStatistics;
import org.partita.web.metrics.SeriesRegistry.Series;

/** What a broker has at the moment. */
enum BrokerGauge {
    TOPICS("partita_topics", "Topics", BrokerStatistics::topics),
    PARTITIONS("partita_partitions", "Partitions with a replica on this broker", BrokerStatistics::partitions),
    LEADERS("partita_leaders", "Partitions that this broker leads", BrokerStatistics::leaders),
    OFFLINE_PARTITIONS("partita_offline_partitions", "Partitions that are not served",
        BrokerStatistics::offlinePartitions),
    UNDER_MIN_ISR_PARTITIONS("partita_under_min_isr_partitions",
        "Partitions that are led with fewer replicas in sync than min.insync.replicas of their topic",
        BrokerStatistics::underMinIsrPartitions),
    WAITING_FETCHES("partita_waiting_fetches",
        "Fetches that wait for data; a tail waits with one in each partition, a Kafka client with one",
        BrokerStatistics::waitingFetches),
    DISK_TOTAL_BYTES("partita_disk_total_bytes", "Size of the disks of all data directories",
        statistics -> statistics.store().totalBytes()),
    DISK_USABLE_BYTES("partita_disk_usable_bytes", "Free space on the disks of all data directories",
        statistics -> statistics.store().usableBytes()),
    DISK_LEAST_USABLE_BYTES("partita_disk_least_usable_bytes",
        "Free space on the disk of the data directory that has the least of it", BrokerStatistics::leastUsableBytes);

    private final Series series;
    private final ToLongFunction<BrokerStatistics> reader;

    BrokerGauge(String name, String description, ToLongFunction<BrokerStatistics> reader) {
        this.series = new Series(name, description);
        this.reader = reader;
    }

    Series series() {
        return series;
    }

    long in(BrokerStatistics statistics) {
        return reader.applyAsLong(statistics);
    }
}
