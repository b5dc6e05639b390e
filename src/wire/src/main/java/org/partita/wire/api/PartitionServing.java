package org.partita.wire.api;

import java.util.List;

import org.apache.kafka.common.protocol.Errors;

import org.partita.core.broker.TopicStatus.PartitionStatus;

/** Whether a partition is served, in the words of the protocol. */
record PartitionServing(Errors error, List<Integer> offlineReplicas) {
    private static final int NO_LEADER = -1;

    static PartitionServing of(PartitionStatus status) {
        if (status.leader() != NO_LEADER) return new PartitionServing(Errors.NONE, List.of());
        List<Integer> offline = status.replicas().stream()
            .filter(replica -> !status.inSyncReplicas().contains(replica)).toList();
        return new PartitionServing(Errors.LEADER_NOT_AVAILABLE, offline);
    }
}
