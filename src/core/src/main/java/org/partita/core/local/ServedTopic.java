package org.partita.core.local;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.partita.core.broker.TopicStatus;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.local.Traffic.Counters;
import org.partita.core.metadata.PartitionNotFoundException;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.placement.KeylessTurns;
import org.partita.core.placement.SlotTable;
import org.partita.core.produce.BatchIntake;
import org.partita.core.replication.PartitionReplica;
import org.partita.core.replication.ReplicaSettings.Tuning;
import org.partita.core.replication.ReplicaStatus;

/** A topic with the replicas of its partitions, and what takes batches for them, by partition number. */
record ServedTopic(TopicMetadata metadata, SlotTable slots, KeylessTurns turns, Counters counters,
                   List<PartitionReplica> replicas, List<BatchIntake> intakes) {
    private static final int NO_LEADER = -1;
    private static final int IN_SYNC_OF_A_LONE_LEADER = 1;

    ServedTopic {
        replicas = List.copyOf(replicas);
        intakes = List.copyOf(intakes);
    }

    /** @throws PartitionNotFoundException if the topic has no such partition */
    PartitionReplica replica(int partition) {
        requirePartition(partition);
        return replicas.get(partition);
    }

    /** @throws PartitionNotFoundException if the topic has no such partition */
    BatchIntake intake(int partition) {
        requirePartition(partition);
        return intakes.get(partition);
    }

    void requirePartition(int partition) {
        if (partition < 0 || partition >= replicas.size()) {
            throw new PartitionNotFoundException(metadata.name(), partition, replicas.size());
        }
    }

    /** The same topic under other settings, which its replicas have to be told. */
    ServedTopic with(TopicMetadata changed) {
        return new ServedTopic(changed, slots, turns, counters, replicas, intakes);
    }

    /** @return completes when all replicas have what counts as stored by the new rule */
    CompletableFuture<Void> configure(Tuning tuning) {
        return CompletableFuture.allOf(replicas.stream().map(replica -> replica.configure(tuning).toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new));
    }

    /** The partition whose turn it is; those that are offline are passed over if any other is not. */
    int nextKeyless() {
        int partition = turns.next(replicas.size());
        for (int tries = 1; tries < replicas.size() && !serves(partition); tries++) {
            partition = turns.next(replicas.size());
        }
        return partition;
    }

    private boolean serves(int partition) {
        return replicas.get(partition).status().serving();
    }

    int offlinePartitions() {
        return (int) replicas.stream().filter(replica -> !replica.status().serving()).count();
    }

    /** Those that are led, with fewer replicas in sync than an acknowledgement by more than the leader asks for. */
    int underMinIsrPartitions() {
        if (metadata.config().minInsyncReplicas() <= IN_SYNC_OF_A_LONE_LEADER) return 0;
        return replicas.size() - offlinePartitions();
    }

    TopicStatus status(int brokerId) {
        List<PartitionStatus> partitions = new ArrayList<>();
        for (int partition = 0; partition < replicas.size(); partition++) {
            ReplicaStatus status = replicas.get(partition).status();
            List<Integer> inSync = status.serving() ? List.of(brokerId) : List.of();
            partitions.add(new PartitionStatus(partition, status.serving() ? brokerId : NO_LEADER,
                status.leaderEpoch(), List.of(brokerId), inSync, status.logStartOffset(), status.highWatermark(),
                status.logEndOffset(), status.sizeBytes(), status.error()));
        }
        return new TopicStatus(metadata, partitions);
    }
}
