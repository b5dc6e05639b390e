package org.partita.systemtests.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.KafkaCommand;
import org.partita.systemtests.harness.SharedBroker;
import org.partita.systemtests.harness.StoredMessage;

/** Kafka's own tools, unchanged, on a broker; the HTTP API sees the same. */
@ExtendWith(SharedBroker.class)
class KafkaToolsIT {
    private final String bootstrap;
    private final BrokerClient http;
    private final KafkaTools tools;

    KafkaToolsIT(BrokerProcess broker) {
        bootstrap = broker.bootstrap();
        http = broker.client();
        tools = new KafkaTools(broker);
    }

    @BeforeAll
    static void recordVersion() {
        System.out.println(KafkaTools.version());
    }

    @Test
    void topicsAreCreatedListedDescribedAndDeleted() {
        List<String> created = tools.run("kafka-topics", "--create", "--topic", "tools-topics", "--partitions", "3",
            "--config", "retention.ms=86400000");
        List<String> listed = tools.run("kafka-topics", "--list");
        List<String> described = tools.run("kafka-topics", "--describe", "--topic", "tools-topics");
        int seenOverHttp = http.get("/v1/topics/tools-topics").expect(200).json().member("partitions").elements()
            .size();
        tools.run("kafka-topics", "--delete", "--topic", "tools-topics");

        assertThat(created).contains("Created topic tools-topics.");
        assertThat(listed).contains("tools-topics");
        assertThat(described.get(0)).contains("PartitionCount: 3", "ReplicationFactor: 1", "retention.ms=86400000");
        assertThat(described).filteredOn(line -> line.contains("Leader: 1\tReplicas: 1\tIsr: 1")).hasSize(3);
        assertThat(seenOverHttp).isEqualTo(3);
        http.get("/v1/topics/tools-topics").expect(404);
        assertThat(tools.run("kafka-topics", "--list")).doesNotContain("tools-topics");
    }

    @Test
    void settingsOfATopicAreChangedShownAndTakenBack() {
        http.createTopic("tools-configs", 1);
        String[] topic = {"--entity-type", "topics", "--entity-name", "tools-configs"};

        configs(topic, "--alter", "--add-config", "retention.ms=3600000,compression.type=lz4");
        List<String> described = configs(topic, "--describe");
        String seenOverHttp = config();
        configs(topic, "--alter", "--delete-config", "retention.ms");

        assertThat(described).anyMatch(line -> line.contains("retention.ms=3600000"))
            .anyMatch(line -> line.contains("compression.type=lz4"));
        assertThat(seenOverHttp).contains("\"retention.ms\":3600000", "\"compression.type\":\"lz4\"");
        assertThat(config()).doesNotContain("3600000").contains("\"compression.type\":\"lz4\"");
    }

    @Test
    void offsetsAreThoseOfTheHttpApi() {
        http.createTopic("tools-offsets", 1);
        for (int i = 0; i < 5; i++) http.publish("tools-offsets", "{\"payload\":" + i + ",\"timestampMs\":" + i + "}");

        assertThat(offsets("earliest")).containsExactly("tools-offsets:0:0");
        assertThat(offsets("latest")).containsExactly("tools-offsets:0:5");
        assertThat(offsets("3")).containsExactly("tools-offsets:0:3");
    }

    @Test
    void whatTheConsoleProducerSendsTheConsoleConsumerReads() {
        http.createTopic("tools-console", 2);

        tools.feed("k1:first\nk1:second\nk1:third\n", "kafka-console-producer", "--topic", "tools-console",
            "--property", "parse.key=true", "--property", "key.separator=:");
        int partition = http.readAll("tools-console", 0).isEmpty() ? 1 : 0;
        List<String> consumed = tools.run("kafka-console-consumer", "--topic", "tools-console",
            "--partition", "" + partition, "--offset", "1", "--max-messages", "2", "--property", "print.key=true");

        assertThat(consumed).containsSubsequence("k1\tsecond", "k1\tthird").doesNotContain("k1\tfirst");
        assertThat(http.readAll("tools-console", partition)).extracting(StoredMessage::key)
            .containsExactly("k1", "k1", "k1");
    }

    @Test
    void consoleConsumerReadsWhatCameOverHttp() {
        http.createTopic("tools-http", 1);
        http.publish("tools-http", "{\"payload\":{\"n\":1}}");

        List<String> consumed = tools.run("kafka-console-consumer", "--topic", "tools-http", "--partition", "0",
            "--offset", "earliest", "--max-messages", "1", "--property", "print.headers=true");

        assertThat(consumed).contains("content-type:application/json\t{\"n\":1}");
    }

    @Test
    void producerPerformanceTestIsStoredWhole() {
        http.createTopic("tools-perf", 1);

        List<String> report = KafkaCommand.run(KafkaTools.mainClass("kafka-producer-perf-test"), "--topic",
            "tools-perf", "--num-records", "20000", "--record-size", "200", "--throughput", "-1", "--producer-props",
            "bootstrap.servers=" + bootstrap, "acks=all", "enable.idempotence=true");

        assertThat(report).anyMatch(line -> line.startsWith("20000 records sent"));
        assertThat(tools.run("kafka-get-offsets", "--topic", "tools-perf")).containsExactly("tools-perf:0:20000");
    }

    @Test
    void recordsAreDeletedUpToAnOffset(@TempDir Path directory) throws IOException {
        http.createTopic("tools-delete", 1);
        for (int i = 0; i < 5; i++) http.publish("tools-delete", "{\"payload\":" + i + "}");
        Path offsets = Files.writeString(directory.resolve("offsets.json"),
            "{\"version\":1,\"partitions\":[{\"topic\":\"tools-delete\",\"partition\":0,\"offset\":3}]}");

        List<String> deleted = tools.run("kafka-delete-records", "--offset-json-file", offsets.toString());

        assertThat(deleted).contains("partition: tools-delete-0\tlow_watermark: 3");
        assertThat(http.readAll("tools-delete", 0)).extracting(StoredMessage::payloadText).containsExactly("3", "4");
    }

    private List<String> offsets(String time) {
        return tools.run("kafka-get-offsets", "--topic", "tools-offsets", "--time", time);
    }

    private List<String> configs(String[] topic, String... arguments) {
        String[] all = new String[topic.length + arguments.length];
        System.arraycopy(topic, 0, all, 0, topic.length);
        System.arraycopy(arguments, 0, all, topic.length, arguments.length);
        return tools.run("kafka-configs", all);
    }

    private String config() {
        return http.get("/v1/topics/tools-configs").expect(200).json().member("config").raw();
    }
}
