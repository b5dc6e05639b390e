package org.partita.storage;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.UUID;

/** One partition of one topic, by topic id. Names never reach the file system. */
public record PartitionId(UUID topicId, int partition) implements Comparable<PartitionId> {
    private static final Comparator<PartitionId> ORDER =
        comparing(PartitionId::topicId).thenComparingInt(PartitionId::partition);

    public PartitionId {
        requireNonNull(topicId, "topicId");
        if (partition < 0) throw new IllegalArgumentException("partition " + partition + " < 0");
    }

    @Override
    public int compareTo(PartitionId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return topicId + "-" + partition;
    }
}
