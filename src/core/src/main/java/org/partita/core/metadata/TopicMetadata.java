package org.partita.core.metadata;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.UUID;

/**
 * One topic. The id never changes and is never used again; the name may be taken by another topic after a deletion.
 *
 * @param leaderEpochs of each partition, by partition number
 */
public record TopicMetadata(UUID id, String name, int partitions, int replicationFactor, TopicConfig config,
                            List<Integer> leaderEpochs) {
    public TopicMetadata {
        requireNonNull(id, "id");
        requireNonNull(name, "name");
        requireNonNull(config, "config");
        leaderEpochs = List.copyOf(leaderEpochs);
        if (partitions < 1) throw new IllegalArgumentException("partitions " + partitions + " < 1");
        if (replicationFactor < 1) {
            throw new IllegalArgumentException("replicationFactor " + replicationFactor + " < 1");
        }
        if (leaderEpochs.size() != partitions) {
            throw new IllegalArgumentException(leaderEpochs.size() + " epochs for " + partitions + " partitions");
        }
    }

    /** A new topic: every partition is in leader epoch 0. */
    public TopicMetadata(UUID id, String name, int partitions, int replicationFactor, TopicConfig config) {
        this(id, name, partitions, replicationFactor, config, Collections.nCopies(partitions, 0));
    }

    /** The same topic with other settings. */
    public TopicMetadata with(TopicConfig changed) {
        return new TopicMetadata(id, name, partitions, replicationFactor, changed, leaderEpochs);
    }

    public int leaderEpoch(int partition) {
        return leaderEpochs.get(partition);
    }

    /** The same topic with every partition one leader epoch further. */
    TopicMetadata inNextEpoch() {
        List<Integer> raised = leaderEpochs.stream().map(epoch -> epoch + 1).toList();
        return new TopicMetadata(id, name, partitions, replicationFactor, config, raised);
    }
}
