package org.partita.wire.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopic;
import org.apache.kafka.common.message.CreateTopicsResponseData.CreatableTopicResult;
import org.apache.kafka.common.message.DeleteTopicsRequestData;
import org.apache.kafka.common.message.DescribeClusterRequestData;
import org.apache.kafka.common.message.DescribeConfigsRequestData;
import org.apache.kafka.common.message.DescribeConfigsRequestData.DescribeConfigsResource;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResult;
import org.apache.kafka.common.message.DescribeTopicPartitionsRequestData;
import org.apache.kafka.common.message.DescribeTopicPartitionsRequestData.Cursor;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData.DescribeTopicPartitionsResponseTopic;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsPartition;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsTopic;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsPartitionResponse;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataRequestData.MetadataRequestTopic;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.CreateTopicsRequest;
import org.apache.kafka.common.requests.CreateTopicsResponse;
import org.apache.kafka.common.requests.DeleteTopicsRequest;
import org.apache.kafka.common.requests.DeleteTopicsResponse;
import org.apache.kafka.common.requests.DescribeClusterRequest;
import org.apache.kafka.common.requests.DescribeClusterResponse;
import org.apache.kafka.common.requests.DescribeConfigsRequest;
import org.apache.kafka.common.requests.DescribeConfigsResponse;
import org.apache.kafka.common.requests.DescribeTopicPartitionsRequest;
import org.apache.kafka.common.requests.DescribeTopicPartitionsResponse;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.apache.kafka.common.requests.ListOffsetsResponse;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.partita.wire.testing.KafkaListener;
import org.partita.wire.testing.RawClient;

/** What Kafka's own client does not ask for by itself. */
class HandlersTest {
    private KafkaListener listener = KafkaListener.started();

    @AfterEach
    void stop() {
        listener.close();
    }

    @Test
    void aTopicIsCreatedForWhoAsksIfBothSidesAllowIt() throws Exception {
        assertThat(topic(metadata(true, "orders"))).returns(Errors.UNKNOWN_TOPIC_OR_PARTITION.code(),
            MetadataResponseTopic::errorCode);
        listener.close();
        listener = KafkaListener.creatingTopics();

        MetadataResponseTopic refused = topic(metadata(false, "orders"));
        MetadataResponseTopic created = topic(metadata(true, "orders"));
        MetadataResponseTopic again = topic(metadata(true, "orders"));

        assertThat(refused.errorCode()).isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION.code());
        assertThat(created.errorCode()).isEqualTo(Errors.NONE.code());
        assertThat(created.partitions()).hasSize(3);
        assertThat(again.topicId()).isEqualTo(created.topicId()).isNotEqualTo(Uuid.ZERO_UUID);
        assertThat(topic(metadata(true, "__own")).errorCode()).isEqualTo(Errors.INVALID_TOPIC_EXCEPTION.code());
    }

    @Test
    void aRequestCreatesABoundedNumberOfTopics() throws Exception {
        listener.close();
        listener = KafkaListener.creatingTopics();
        String[] names = new String[150];
        for (int i = 0; i < names.length; i++) names[i] = "topic-" + i;

        MetadataResponse response = listener.ask(metadata(true, names), MetadataResponse.class);

        assertThat(response.data().topics()).filteredOn(each -> each.errorCode() == Errors.NONE.code()).hasSize(100);
        assertThat(response.data().topics())
            .filteredOn(each -> each.errorCode() == Errors.LEADER_NOT_AVAILABLE.code()).hasSize(50);
    }

    @Test
    void aTopicThatIsNamedManyTimesIsToldOnce() throws Exception {
        listener.memory().create("orders", 3);

        MetadataResponse response =
            listener.ask(metadata(false, "orders", "orders", "orders"), MetadataResponse.class);

        assertThat(response.data().topics()).hasSize(1);
    }

    @Test
    @Timeout(120)
    void namesThatCollideAreToldAsFastAsOthers() throws Exception {
        String[] names = new String[1 << 13];
        for (int i = 0; i < names.length; i++) names[i] = colliding(i);
        MetadataRequest request = metadata(false, names);

        try (RawClient client = listener.connect()) {
            client.sendFrame(KafkaListener.bytes(request.serializeWithHeader(
                new RequestHeader(request.apiKey(), request.version(), "test", 1))));

            assertThat(client.receive().remaining()).isGreaterThan(names.length * names[0].length());
        }
    }

    /** Another name of the same hash for each number. */
    private static String colliding(int number) {
        StringBuilder name = new StringBuilder();
        for (int bit = 0; bit < 13; bit++) name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        return name.toString();
    }

    @Test
    void idsAreNotTakenInVersionsThatCannotNameThemInTheAnswer() throws Exception {
        MetadataRequest byId = new MetadataRequest(new MetadataRequestData().setTopics(
            List.of(new MetadataRequestTopic().setName(null).setTopicId(new Uuid(1, 1)))), (short) 10);

        assertThat(topic(byId).errorCode()).isEqualTo(Errors.INVALID_REQUEST.code());
    }

    @Test
    void anIdThatNoTopicHasIsSaidToBeUnknown() throws Exception {
        MetadataRequest byId = new MetadataRequest(new MetadataRequestData().setTopics(
            List.of(new MetadataRequestTopic().setName(null).setTopicId(new Uuid(1, 1)))), (short) 12);

        assertThat(topic(byId).errorCode()).isEqualTo(Errors.UNKNOWN_TOPIC_ID.code());
    }

    @Test
    void pagesOfPartitionsFollowEachOtherWithoutAGap() throws Exception {
        listener.memory().create("a", 3);
        listener.memory().create("b", 4);
        List<String> told = new ArrayList<>();
        Cursor cursor = null;
        int pages = 0;

        do {
            DescribeTopicPartitionsRequestData data = new DescribeTopicPartitionsRequestData().setCursor(cursor)
                .setResponsePartitionLimit(2);
            DescribeTopicPartitionsResponseData page = listener.ask(new DescribeTopicPartitionsRequest(data),
                DescribeTopicPartitionsResponse.class).data();
            for (DescribeTopicPartitionsResponseTopic each : page.topics()) {
                each.partitions().forEach(partition -> told.add(each.name() + partition.partitionIndex()));
            }
            pages++;
            cursor = page.nextCursor() == null ? null : new Cursor().setTopicName(page.nextCursor().topicName())
                .setPartitionIndex(page.nextCursor().partitionIndex());
        } while (cursor != null && pages < 10);

        assertThat(told).containsExactly("a0", "a1", "a2", "b0", "b1", "b2", "b3");
        assertThat(pages).isEqualTo(4);
    }

    @Test
    void aTopicThatIsInARequestTwiceIsNotCreated() throws Exception {
        CreateTopicsRequestData data = new CreateTopicsRequestData();
        for (int i = 0; i < 2; i++) {
            data.topics().mustAdd(new CreatableTopic().setName("orders").setNumPartitions(1)
                .setReplicationFactor((short) 1));
        }

        CreateTopicsResponse response = listener.ask(new CreateTopicsRequest.Builder(data).build((short) 7),
            CreateTopicsResponse.class);

        assertThat(response.data().topics()).singleElement().returns(Errors.INVALID_REQUEST.code(),
            CreatableTopicResult::errorCode);
        assertThat(listener.broker().metadata().topics()).isEmpty();
    }

    @Test
    void everyVersionOfTopicCreationAndDeletionIsServed() throws Exception {
        for (short version = 2; version <= 7; version++) {
            CreateTopicsRequestData data = new CreateTopicsRequestData();
            data.topics().add(new CreatableTopic().setName("orders").setNumPartitions(1)
                .setReplicationFactor((short) 1));
            CreateTopicsResponse created = listener.ask(new CreateTopicsRequest.Builder(data).build(version),
                CreateTopicsResponse.class);
            short deletion = (short) (version - 1);
            DeleteTopicsRequestData gone = new DeleteTopicsRequestData();
            if (deletion < 6) gone.setTopicNames(List.of("orders"));
            else gone.setTopics(List.of(new DeleteTopicsRequestData.DeleteTopicState().setName("orders")));
            DeleteTopicsResponse deleted = listener.ask(new DeleteTopicsRequest.Builder(gone).build(deletion),
                DeleteTopicsResponse.class);

            assertThat(created.errorCounts()).containsOnlyKeys(Errors.NONE);
            assertThat(deleted.errorCounts()).containsOnlyKeys(Errors.NONE);
        }
    }

    @Test
    void everyVersionOfListOffsetsIsServed() throws Exception {
        listener.memory().create("orders", 1);
        listener.memory().publish("orders", 0, 1_000, "message");

        for (short version = 1; version <= 6; version++) {
            assertThat(offset(version, 0, -1, ListOffsetsRequest.LATEST_TIMESTAMP)).isEqualTo(1);
            assertThat(offset(version, 0, -1, 500)).isZero();
        }
    }

    @Test
    void offsetsAreRefusedToWhoKnowsAnotherEpochOrAsksForWhatIsNotThere() throws Exception {
        listener.memory().create("orders", 1);

        assertThat(error(0, 0, ListOffsetsRequest.LATEST_TIMESTAMP)).isEqualTo(Errors.NONE);
        assertThat(error(0, 7, ListOffsetsRequest.LATEST_TIMESTAMP)).isEqualTo(Errors.UNKNOWN_LEADER_EPOCH);
        assertThat(error(1, -1, ListOffsetsRequest.LATEST_TIMESTAMP)).isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(error(-1, -1, ListOffsetsRequest.LATEST_TIMESTAMP)).isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(error(0, -1, ListOffsetsRequest.MAX_TIMESTAMP)).isEqualTo(Errors.UNSUPPORTED_VERSION);
    }

    @Test
    void controllersAreNotDescribedByABroker() throws Exception {
        DescribeClusterRequest request = new DescribeClusterRequest.Builder(
            new DescribeClusterRequestData().setEndpointType((byte) 2)).build((short) 2);

        assertThat(listener.ask(request, DescribeClusterResponse.class).data().errorCode())
            .isEqualTo(Errors.MISMATCHED_ENDPOINT_TYPE.code());
    }

    @Test
    void everyVersionTellsSettingsAndThoseOfOtherBrokersAreRefused() throws Exception {
        listener.memory().create("orders", 1);

        for (short version = 1; version <= 4; version++) {
            assertThat(configs(version, (byte) 2, "orders", List.of("flush"))).returns(Errors.NONE.code(),
                DescribeConfigsResult::errorCode).satisfies(each -> assertThat(each.configs()).hasSize(1));
            assertThat(configs(version, (byte) 4, "1", null).configs()).hasSize(4);
            assertThat(configs(version, (byte) 4, "", null).configs()).isEmpty();
            assertThat(configs(version, (byte) 4, "2", null).errorCode()).isEqualTo(Errors.INVALID_REQUEST.code());
            assertThat(configs(version, (byte) 8, "1", null).errorCode()).isEqualTo(Errors.INVALID_REQUEST.code());
        }
    }

    private DescribeConfigsResult configs(short version, byte type, String name, List<String> keys) throws Exception {
        DescribeConfigsRequest request = new DescribeConfigsRequest(new DescribeConfigsRequestData().setResources(
            List.of(new DescribeConfigsResource().setResourceType(type).setResourceName(name)
                .setConfigurationKeys(keys))), version);
        return listener.ask(request, DescribeConfigsResponse.class).data().results().get(0);
    }

    private static MetadataRequest metadata(boolean create, String... names) {
        return new MetadataRequest(new MetadataRequestData().setAllowAutoTopicCreation(create)
            .setTopics(List.of(names).stream().map(each -> new MetadataRequestTopic().setName(each)).toList()),
            (short) 12);
    }

    private MetadataResponseTopic topic(MetadataRequest request) throws Exception {
        return listener.ask(request, MetadataResponse.class).data().topics().iterator().next();
    }

    private long offset(short version, int partition, int epoch, long timestamp) throws Exception {
        return ask(version, partition, epoch, timestamp).offset();
    }

    private Errors error(int partition, int epoch, long timestamp) throws Exception {
        return Errors.forCode(ask((short) 6, partition, epoch, timestamp).errorCode());
    }

    private ListOffsetsPartitionResponse ask(short version, int partition, int epoch, long timestamp)
            throws Exception {
        ListOffsetsRequest request = ListOffsetsRequest.Builder
            .forConsumer(true, IsolationLevel.READ_UNCOMMITTED)
            .setTargetTimes(List.of(new ListOffsetsTopic().setName("orders").setPartitions(
                List.of(new ListOffsetsPartition().setPartitionIndex(partition).setCurrentLeaderEpoch(epoch)
                    .setTimestamp(timestamp))))).build(version);
        return listener.ask(request, ListOffsetsResponse.class).topics().get(0).partitions().get(0);
    }
}
