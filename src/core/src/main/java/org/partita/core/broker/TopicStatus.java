package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import java.util.List;

import org.partita.core.metadata.TopicMetadata;

/** A topic and the state of its partitions, by ascending partition number. */
public record TopicStatus(TopicMetadata topic, List<PartitionStatus> partitions) {
    public TopicStatus {
        requireNonNull(topic, "topic");
        partitions = List.copyOf(partitions);
    }

    /** @param error why the partition is offline, empty if it is served */
    public record PartitionStatus(int partition, int leader, int leaderEpoch, List<Integer> replicas,
                                  List<Integer> inSyncReplicas, long logStartOffset, long highWatermark,
                                  long logEndOffset, long sizeBytes, String error) {
        public PartitionStatus {
            replicas = List.copyOf(replicas);
            inSyncReplicas = List.copyOf(inSyncReplicas);
            requireNonNull(error, "error");
        }
    }
}
