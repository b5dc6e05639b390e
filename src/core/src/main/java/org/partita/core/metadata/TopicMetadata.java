package org.partita.core.metadata;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/** One topic. The id never changes and is never used again; the name may be taken by another topic after a deletion. */
public record TopicMetadata(UUID id, String name, int partitions, int replicationFactor, TopicConfig config) {
    public TopicMetadata {
        requireNonNull(id, "id");
        requireNonNull(name, "name");
        requireNonNull(config, "config");
        if (partitions < 1) throw new IllegalArgumentException("partitions " + partitions + " < 1");
        if (replicationFactor < 1) {
            throw new IllegalArgumentException("replicationFactor " + replicationFactor + " < 1");
        }
    }
}
