package org.partita.wire.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.AlterConfigsOptions;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.InvalidReplicaAssignmentException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.partita.wire.testing.KafkaListener;
import org.partita.wire.testing.MemoryBroker;

/** Kafka's own client for administration, as it is. */
class AdminClientTest {
    private static final short ONE = 1;
    private static final ConfigResource ORDERS = new ConfigResource(ConfigResource.Type.TOPIC, "orders");

    private final KafkaListener listener = KafkaListener.started();
    private final Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, listener.bootstrap(),
        AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000, AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 20_000));

    @AfterEach
    void stop() {
        admin.close();
        listener.close();
    }

    @Test
    void aTopicIsCreatedDescribedAndDeleted() throws Exception {
        create(new NewTopic("orders", 3, ONE));

        TopicDescription described = get(admin.describeTopics(List.of("orders")).allTopicNames()).get("orders");
        get(admin.deleteTopics(List.of("orders")).all());

        assertThat(described.partitions()).hasSize(3).allSatisfy(each -> {
            assertThat(each.leader().id()).isEqualTo(KafkaListener.BROKER_ID);
            assertThat(each.isr()).extracting(Node::id).containsExactly(KafkaListener.BROKER_ID);
        });
        assertThat(get(admin.listTopics().names())).isEmpty();
        assertThat(listener.broker().metadata().topics()).isEmpty();
    }

    @Test
    void aTopicIsDescribedAndDeletedByItsId() throws Exception {
        create(new NewTopic("orders", 2, ONE));
        Uuid id = TopicIds.of(listener.broker().metadata().topic("orders").orElseThrow().id());

        TopicDescription described = get(admin.describeTopics(TopicCollection.ofTopicIds(List.of(id))).allTopicIds())
            .get(id);
        get(admin.deleteTopics(TopicCollection.ofTopicIds(List.of(id))).all());

        assertThat(described.name()).isEqualTo("orders");
        assertThat(listener.broker().metadata().topics()).isEmpty();
        assertThatThrownBy(() -> get(admin.describeTopics(TopicCollection.ofTopicIds(List.of(id))).allTopicIds()))
            .hasCauseInstanceOf(UnknownTopicIdException.class);
        assertThatThrownBy(() -> get(admin.deleteTopics(TopicCollection.ofTopicIds(List.of(id))).all()))
            .hasCauseInstanceOf(UnknownTopicIdException.class);
    }

    @Test
    void manyPartitionsAreDescribedPageByPage() throws Exception {
        for (String each : List.of("a", "b", "c")) create(new NewTopic(each, 1_000, ONE));

        Map<String, TopicDescription> described =
            get(admin.describeTopics(List.of("c", "a", "b", "a")).allTopicNames());

        assertThat(described).hasSize(3);
        assertThat(described.values()).allMatch(each -> each.partitions().size() == 1_000);
    }

    @Test
    void defaultsAreThoseOfTheBroker() throws Exception {
        create(new NewTopic("orders", Optional.empty(), Optional.empty()));

        assertThat(listener.broker().metadata().topic("orders").orElseThrow().partitions()).isEqualTo(3);
    }

    @Test
    void aCreationCanBeTriedWithoutEffect() throws Exception {
        CreateTopicsOptions trial = new CreateTopicsOptions().validateOnly(true);

        int partitions =
            get(admin.createTopics(List.of(new NewTopic("orders", 7, ONE)), trial).numPartitions("orders"));

        assertThat(partitions).isEqualTo(7);
        assertThat(listener.broker().metadata().topics()).isEmpty();
        assertThatThrownBy(() -> get(admin.createTopics(List.of(new NewTopic("orders", 1, ONE)
            .configs(Map.of("flush", "never"))), trial).all())).hasCauseInstanceOf(InvalidConfigurationException.class);
        assertThatThrownBy(() -> get(admin.createTopics(List.of(new NewTopic("orders", 1, (short) 3)), trial).all()))
            .hasCauseInstanceOf(InvalidReplicationFactorException.class);
        assertThatThrownBy(() -> get(admin.createTopics(List.of(new NewTopic("orders", 1_001, ONE)), trial).all()))
            .hasCauseInstanceOf(InvalidPartitionsException.class);
    }

    @Test
    void whatIsWrongWithATopicIsSaid() throws Exception {
        create(new NewTopic("orders", 1, ONE));

        assertRefused(new NewTopic("orders", 1, ONE), TopicExistsException.class);
        assertRefused(new NewTopic("two words", 1, ONE), InvalidTopicException.class);
        assertRefused(new NewTopic("__own", 1, ONE), InvalidTopicException.class);
        assertRefused(new NewTopic("a", 0, ONE), InvalidPartitionsException.class);
        assertRefused(new NewTopic("a", 1, (short) 2), InvalidReplicationFactorException.class);
        assertRefused(new NewTopic("a", Map.of(0, List.of(1))), InvalidReplicaAssignmentException.class);
        assertRefused(new NewTopic("a", 1, ONE).configs(Map.of("no.such.key", "1")),
            InvalidConfigurationException.class);
        assertThat(listener.broker().metadata().topics()).containsOnlyKeys("orders");
    }

    @Test
    void oneBadTopicOfARequestDoesNotKeepTheOthersOut() throws Exception {
        var result = admin.createTopics(List.of(new NewTopic("good", 1, ONE), new NewTopic("bad", 0, ONE)));

        get(result.values().get("good"));
        assertThatThrownBy(() -> get(result.values().get("bad"))).hasCauseInstanceOf(InvalidPartitionsException.class);
        assertThat(listener.broker().metadata().topics()).containsOnlyKeys("good");
    }

    @Test
    void whatIsNotThereIsSaidToBeUnknown() {
        assertThatThrownBy(() -> get(admin.describeTopics(List.of("nowhere")).allTopicNames()))
            .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        assertThatThrownBy(() -> get(admin.deleteTopics(List.of("nowhere")).all()))
            .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        assertThatThrownBy(() -> get(admin.describeConfigs(List.of(ORDERS)).all()))
            .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        assertThatThrownBy(() -> alter(new AlterConfigsOptions(), set("retention.ms", "1000")))
            .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
    }

    @Test
    void settingsAreSetAndTakenBack() throws Exception {
        create(new NewTopic("orders", 1, ONE).configs(Map.of("flush", "async")));

        alter(new AlterConfigsOptions(), set("retention.ms", "60000"), delete("flush"));

        Config config = config(ORDERS);
        assertThat(config.get("retention.ms").value()).isEqualTo("60000");
        assertThat(config.get("retention.ms").source()).isEqualTo(ConfigSource.DYNAMIC_TOPIC_CONFIG);
        assertThat(config.get("flush").value()).isEqualTo("commit");
        assertThat(config.get("flush").source()).isEqualTo(ConfigSource.DEFAULT_CONFIG);
    }

    @Test
    void aChangeOfSettingsCanBeTriedWithoutEffect() throws Exception {
        create(new NewTopic("orders", 1, ONE));
        AlterConfigsOptions trial = new AlterConfigsOptions().validateOnly(true);

        alter(trial, set("retention.ms", "60000"));

        assertThat(config(ORDERS).get("retention.ms").isDefault()).isTrue();
        assertThatThrownBy(() -> alter(trial, set("retention.ms", "soon")))
            .hasCauseInstanceOf(InvalidConfigurationException.class);
    }

    @Test
    void whatCannotBeDoneToASettingIsRefusedAndChangesNothing() throws Exception {
        create(new NewTopic("orders", 1, ONE));

        for (OpType each : List.of(OpType.APPEND, OpType.SUBTRACT)) {
            assertThatThrownBy(() -> alter(new AlterConfigsOptions(), set("retention.ms", "60000"),
                new AlterConfigOp(new ConfigEntry("cleanup.policy", "compact"), each)))
                .hasCauseInstanceOf(InvalidRequestException.class);
        }
        assertThatThrownBy(() -> alter(new AlterConfigsOptions(), set("retention.ms", "60000"), set("flush", "never")))
            .hasCauseInstanceOf(InvalidConfigurationException.class);
        ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
        assertThatThrownBy(() -> get(admin.incrementalAlterConfigs(Map.of(broker, List.of(set("a", "b")))).all()))
            .hasCauseInstanceOf(InvalidRequestException.class);
        assertThat(config(ORDERS).get("retention.ms").isDefault()).isTrue();
    }

    @Test
    void aBrokerTellsWhatClientsLookAt() throws Exception {
        ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");

        assertThat(config(broker).get("num.partitions").value()).isEqualTo("3");
        assertThat(config(broker).entries()).allMatch(ConfigEntry::isReadOnly);
    }

    @Test
    void offsetsAreThoseOfTheLog() throws Exception {
        create(new NewTopic("orders", 2, ONE));
        for (int i = 0; i < 5; i++) listener.memory().publish("orders", 1, 1_000 + 100 * i, "message " + i);

        assertThat(offset(OffsetSpec.earliest()).offset()).isZero();
        assertThat(offset(OffsetSpec.latest()).offset()).isEqualTo(5);
        assertThat(offset(OffsetSpec.forTimestamp(1_150))).returns(2L, ListOffsetsResultInfo::offset)
            .returns(1_200L, ListOffsetsResultInfo::timestamp);
        assertThat(offset(OffsetSpec.forTimestamp(0)).offset()).isZero();
        assertThat(offset(OffsetSpec.forTimestamp(9_999)).offset()).isEqualTo(-1);
    }

    @Test
    void partitionsAreNotAdded() throws Exception {
        create(new NewTopic("orders", 2, ONE));

        assertThatThrownBy(() -> get(admin.createPartitions(Map.of("orders", NewPartitions.increaseTo(4))).all()))
            .hasCauseInstanceOf(InvalidPartitionsException.class).hasMessageContaining("another topic");
        assertThat(listener.broker().metadata().topic("orders").orElseThrow().partitions()).isEqualTo(2);
    }

    @Test
    void theClusterIsDescribed() throws Exception {
        DescribeClusterResult cluster = admin.describeCluster();

        assertThat(get(cluster.clusterId())).isEqualTo(MemoryBroker.CLUSTER_ID);
        Collection<Node> nodes = get(cluster.nodes());
        assertThat(nodes).extracting(Node::id, Node::port).containsExactly(
            tuple(KafkaListener.BROKER_ID, listener.server().address().getPort()));
        assertThat(get(cluster.controller()).id()).isEqualTo(KafkaListener.BROKER_ID);
    }

    private void create(NewTopic topic) throws Exception {
        get(admin.createTopics(List.of(topic)).all());
    }

    private void assertRefused(NewTopic topic, Class<? extends Exception> why) {
        assertThatThrownBy(() -> create(topic)).hasCauseInstanceOf(why);
    }

    private void alter(AlterConfigsOptions options, AlterConfigOp... operations) throws Exception {
        get(admin.incrementalAlterConfigs(Map.of(ORDERS, List.of(operations)), options).all());
    }

    private Config config(ConfigResource resource) throws Exception {
        return get(admin.describeConfigs(List.of(resource)).all()).get(resource);
    }

    private ListOffsetsResultInfo offset(OffsetSpec spec) throws Exception {
        return get(admin.listOffsets(Map.of(new TopicPartition("orders", 1), spec)).all())
            .get(new TopicPartition("orders", 1));
    }

    private static AlterConfigOp set(String key, String value) {
        return new AlterConfigOp(new ConfigEntry(key, value), OpType.SET);
    }

    private static AlterConfigOp delete(String key) {
        return new AlterConfigOp(new ConfigEntry(key, ""), OpType.DELETE);
    }

    private static <T> T get(KafkaFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }
}
