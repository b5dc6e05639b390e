package org.partita.wire.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FetchRequestData.FetchTopic;
import org.apache.kafka.common.message.FetchRequestData.ForgottenTopic;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.RequestHeader;

/** Fetch requests of one topic, field by field. By name, unless a topic id is given. */
public final class Fetches {
    private static final short BY_NAME = 12;
    private static final short BY_ID = 18;

    private final FetchRequestData data =
        new FetchRequestData().setMaxBytes(10 << 20).setMinBytes(1).setMaxWaitMs(0).setSessionEpoch(-1);
    private final FetchTopic topic = new FetchTopic();
    private short version = BY_NAME;

    private Fetches(String name, Uuid id) {
        topic.setTopic(name).setTopicId(id);
        data.topics().add(topic);
    }

    public static Fetches of(String topic) {
        return new Fetches(topic, Uuid.ZERO_UUID);
    }

    public static Fetches of(Uuid topicId) {
        return new Fetches("", topicId).version(BY_ID);
    }

    public Fetches version(int other) {
        version = (short) other;
        return this;
    }

    public Fetches from(int partition, long offset) {
        return from(partition, offset, 1 << 20);
    }

    public Fetches from(int partition, long offset, int maxBytes) {
        return from(new FetchPartition().setPartition(partition).setFetchOffset(offset).setPartitionMaxBytes(maxBytes));
    }

    public Fetches from(FetchPartition partition) {
        topic.partitions().add(partition);
        return this;
    }

    public Fetches session(int id, int epoch) {
        data.setSessionId(id).setSessionEpoch(epoch);
        return this;
    }

    public Fetches forgetting(int partition) {
        data.forgottenTopicsData().add(new ForgottenTopic().setTopic(topic.topic()).setTopicId(topic.topicId())
            .setPartitions(List.of(partition)));
        return this;
    }

    public Fetches waiting(int millis, int minBytes) {
        data.setMaxWaitMs(millis).setMinBytes(minBytes);
        return this;
    }

    public Fetches maxBytes(int bytes) {
        data.setMaxBytes(bytes);
        return this;
    }

    public Fetches asFollower(int replica) {
        data.setReplicaId(replica);
        return this;
    }

    public Fetches isolation(byte level) {
        data.setIsolationLevel(level);
        return this;
    }

    public FetchRequest request() {
        if (topic.partitions().isEmpty()) data.topics().clear();
        return new FetchRequest(data, version);
    }

    public byte[] bytes(int correlationId) {
        FetchRequest request = request();
        return KafkaListener.bytes(request.serializeWithHeader(
            new RequestHeader(request.apiKey(), request.version(), "test", correlationId)));
    }

    public FetchResponse ask(KafkaListener listener) throws IOException {
        return listener.ask(request(), FetchResponse.class);
    }

    /** What an answer has of each partition, in its order. */
    public static Map<Integer, PartitionData> partitions(FetchResponse response) {
        Map<Integer, PartitionData> all = new LinkedHashMap<>();
        for (FetchableTopicResponse each : response.data().responses()) {
            each.partitions().forEach(partition -> all.put(partition.partitionIndex(), partition));
        }
        return all;
    }

    public static List<Long> offsets(PartitionData partition) {
        List<Long> offsets = new ArrayList<>();
        FetchResponse.recordsOrFail(partition).records().forEach(each -> offsets.add(each.offset()));
        return offsets;
    }
}
