package org.partita.web.cluster;

import java.util.List;
import java.util.UUID;

import jakarta.json.bind.annotation.JsonbPropertyOrder;

import org.partita.broker.BrokerState;
import org.partita.core.broker.TopicStatus;
import org.partita.core.broker.TopicStatus.PartitionStatus;

/** What a client needs to know to go to the right broker. */
@JsonbPropertyOrder({"clusterId", "version", "brokers", "topics"})
public record MetadataAnswer(String clusterId, long version, List<Member> brokers, List<Topic> topics) {
    static MetadataAnswer of(String clusterId, long version, BrokerState.Ready self, List<TopicStatus> topics) {
        return new MetadataAnswer(clusterId, version, List.of(Member.of(self)),
            topics.stream().map(Topic::of).toList());
    }

    /** A broker. @param zone null if it has none @param wire null if it has no wire listener */
    @JsonbPropertyOrder({"id", "zone", "http", "wire"})
    public record Member(int id, String zone, String http, String wire) {
        static Member of(BrokerState.Ready self) {
            String zone = self.settings().zone();
            return new Member(self.settings().brokerId(), zone.isEmpty() ? null : zone,
                self.settings().advertisedHttp(), self.wire().endpoint().orElse(null));
        }
    }

    /** A topic. */
    @JsonbPropertyOrder({"name", "id", "partitions"})
    public record Topic(String name, UUID id, List<Partition> partitions) {
        static Topic of(TopicStatus status) {
            return new Topic(status.topic().name(), status.topic().id(),
                status.partitions().stream().map(Partition::of).toList());
        }
    }

    /** A partition. @param leader null if there is none */
    @JsonbPropertyOrder({"partition", "leader", "leaderEpoch", "replicas", "isr"})
    public record Partition(int partition, Integer leader, int leaderEpoch, List<Integer> replicas,
                            List<Integer> isr) {
        static Partition of(PartitionStatus status) {
            return new Partition(status.partition(), status.leader() < 0 ? null : status.leader(),
                status.leaderEpoch(), status.replicas(), status.inSyncReplicas());
        }
    }
}
