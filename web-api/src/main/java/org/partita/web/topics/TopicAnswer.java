package org.partita.web.topics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

import jakarta.json.bind.annotation.JsonbPropertyOrder;

import org.partita.core.broker.TopicStatus;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.metadata.TopicConfig;
import org.partita.core.metadata.TopicMetadata;
import org.partita.web.problem.PublicDetail;

/** Topics as the API shows them. */
final class TopicAnswer {
    /** All that the core lets a setting be; it has none beyond 64 bits. */
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,19}");

    private TopicAnswer() {
    }

    static Summary summary(TopicMetadata topic) {
        return new Summary(topic.name(), topic.id(), topic.partitions(), topic.replicationFactor(),
            config(topic.config()));
    }

    static Description description(TopicStatus status) {
        TopicMetadata topic = status.topic();
        return new Description(topic.name(), topic.id(), topic.partitions(), topic.replicationFactor(),
            config(topic.config()), status.partitions().stream().map(TopicAnswer::partition).toList());
    }

    private static Partition partition(PartitionStatus status) {
        return new Partition(status.partition(), status.leader() < 0 ? null : status.leader(), status.leaderEpoch(),
            status.replicas(), status.inSyncReplicas(), status.logStartOffset(), status.highWatermark(),
            status.logEndOffset(), status.sizeBytes(), List.of(), error(status.error()));
    }

    private static String error(String error) {
        return error.isEmpty() ? null
            : PublicDetail.of(error, "its disk failed or its data is damaged; the broker's log says more");
    }

    private static Map<String, Object> config(TopicConfig config) {
        Map<String, Object> members = new LinkedHashMap<>();
        config.asMap().forEach((key, text) -> members.put(key, value(text)));
        return members;
    }

    /** Settings are text in the core; those that are integers are integers in JSON. */
    private static Object value(String text) {
        return INTEGER.matcher(text).matches() ? (Object) Long.valueOf(text) : text;
    }

    /** A page of topics. @param nextCursor null on the last page */
    @JsonbPropertyOrder({"topics", "nextCursor"})
    public record Page(List<Summary> topics, String nextCursor) {
    }

    /** A topic in a list. */
    @JsonbPropertyOrder({"name", "id", "partitions", "replicationFactor", "config"})
    public record Summary(String name, UUID id, int partitions, int replicationFactor, Map<String, Object> config) {
    }

    /** A topic on its own. */
    @JsonbPropertyOrder({"name", "id", "partitionCount", "replicationFactor", "config", "partitions"})
    public record Description(String name, UUID id, int partitionCount, int replicationFactor,
                              Map<String, Object> config, List<Partition> partitions) {
    }

    /** A partition. @param leader null if there is none @param error why it is not served, null if it is */
    @JsonbPropertyOrder({"partition", "leader", "leaderEpoch", "replicas", "isr", "logStartOffset", "highWatermark",
        "logEndOffset", "sizeBytes", "parents", "error"})
    public record Partition(int partition, Integer leader, int leaderEpoch, List<Integer> replicas, List<Integer> isr,
                            long logStartOffset, long highWatermark, long logEndOffset, long sizeBytes,
                            List<Integer> parents, String error) {
    }
}
