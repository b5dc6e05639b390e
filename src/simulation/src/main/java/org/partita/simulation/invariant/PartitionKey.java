package org.partita.simulation.invariant;

/** A partition as a client knows it. @param durable whether its topic promises that acknowledged means fsynced */
public record PartitionKey(String topic, int partition, boolean durable) implements Comparable<PartitionKey> {
    public PartitionKey with(int otherPartition) {
        return new PartitionKey(topic, otherPartition, durable);
    }

    @Override
    public int compareTo(PartitionKey other) {
        int byTopic = topic.compareTo(other.topic);
        return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
    }

    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
