package org.partita.web.cluster;

import java.util.List;

import jakarta.json.bind.annotation.JsonbPropertyOrder;

import org.partita.broker.BrokerState;
import org.partita.core.broker.BrokerStatistics;
import org.partita.core.broker.TopicStatus;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.metadata.MetadataImage;
import org.partita.storage.StoreStatistics;

/** The state of the cluster. Values nobody knows on a single broker are null. */
@JsonbPropertyOrder({"clusterId", "controller", "metadataVersion", "featureLevel", "brokers", "underReplicated",
    "offline"})
public record ClusterAnswer(String clusterId, Controller controller, long metadataVersion, Integer featureLevel,
                            List<Member> brokers, int underReplicated, int offline) {
    static ClusterAnswer of(BrokerState.Ready self, List<TopicStatus> topics) {
        MetadataImage image = self.broker().metadata();
        BrokerStatistics statistics = self.broker().statistics();
        int id = self.settings().brokerId();
        List<PartitionStatus> partitions = topics.stream().flatMap(topic -> topic.partitions().stream()).toList();
        Member member = new Member(id, "ready", self.settings().zone().isEmpty() ? null : self.settings().zone(),
            self.settings().advertisedHttp(), self.wire().endpoint().orElse(null), Disk.of(statistics.store()),
            count(partitions.stream().filter(partition -> partition.leader() == id).count()),
            count(partitions.stream().filter(partition -> partition.replicas().contains(id)).count()));
        return new ClusterAnswer(image.clusterId(), new Controller(id, null), image.version(), null, List.of(member),
            count(partitions.stream().filter(ClusterAnswer::isUnderReplicated).count()),
            count(partitions.stream().filter(partition -> !partition.error().isEmpty()).count()));
    }

    private static boolean isUnderReplicated(PartitionStatus partition) {
        return partition.inSyncReplicas().size() < partition.replicas().size();
    }

    private static int count(long found) {
        return Math.toIntExact(found);
    }

    /** Who decides about metadata. @param ballot null on a single broker, which holds no elections */
    @JsonbPropertyOrder({"broker", "ballot"})
    public record Controller(int broker, Long ballot) {
    }

    /** A broker. @param zone null if it has none @param wire null if it has no wire listener */
    @JsonbPropertyOrder({"id", "state", "zone", "http", "wire", "disk", "leaders", "replicas"})
    public record Member(int id, String state, String zone, String http, String wire, Disk disk, int leaders,
                         int replicas) {
    }

    /** Space of the disks of all data directories. */
    @JsonbPropertyOrder({"totalBytes", "usableBytes"})
    public record Disk(long totalBytes, long usableBytes) {
        static Disk of(StoreStatistics store) {
            return new Disk(store.totalBytes(), store.usableBytes());
        }
    }
}
