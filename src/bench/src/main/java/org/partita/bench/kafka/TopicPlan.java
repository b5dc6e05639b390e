package org.partita.bench.kafka;

/**
 * A topic as both brokers can have it.
 *
 * @param forced whether what is acknowledged is on disk; else it may be in the system's memory
 * @param retentionBytes of each partition, so that the disk does not fill
 */
public record TopicPlan(String name, int partitions, boolean forced, int segmentBytes, long retentionBytes) {
}
