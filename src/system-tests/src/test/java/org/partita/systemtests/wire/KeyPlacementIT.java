package org.partita.systemtests.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.JsonText;

/** One key goes to one partition, over HTTP and with Kafka's Java client, before and after a restart. */
class KeyPlacementIT {
    private static final List<Integer> PARTITIONS = List.of(3, 5, 7, 24);
    private static final int LARGE = 1 << 20;
    private static final int MAX_MESSAGE_BYTES = 2 * LARGE;
    private static final List<String> AWKWARD_KEYS = List.of("polygenelubricants", "DESIGNING WORKHOUSES", "",
        "\uD83E\uDD84", "k".repeat(LARGE));

    @TempDir
    private Path data;

    @Test
    void b085AwkwardKeysHaveOnePartitionForEveryClient() throws Exception {
        Map<String, List<Integer>> before;
        try (BrokerProcess broker = BrokerProcess.start(data)) {
            for (int partitions : PARTITIONS) create(broker.client(), partitions);
            before = overHttp(broker.client());

            assertThat(overKafka(broker)).isEqualTo(before);
        }

        try (BrokerProcess broker = BrokerProcess.start(data)) {
            assertThat(overHttp(broker.client())).isEqualTo(before);
            assertThat(overKafka(broker)).isEqualTo(before);
        }
    }

    private static void create(BrokerClient http, int partitions) {
        http.post("/v1/topics", BrokerClient.JSON, ("{\"name\":\"%s\",\"partitions\":%d,\"config\":"
            + "{\"max.message.bytes\":%d}}").formatted(topic(partitions), partitions, MAX_MESSAGE_BYTES)).expect(201);
    }

    private static String topic(int partitions) {
        return "keys-" + partitions;
    }

    /** By topic, in the order of the keys. */
    private static Map<String, List<Integer>> overHttp(BrokerClient http) {
        Map<String, List<Integer>> chosen = new LinkedHashMap<>();
        for (int partitions : PARTITIONS) {
            chosen.put(topic(partitions), AWKWARD_KEYS.stream().map(key -> http.publish(topic(partitions),
                "{\"key\":%s,\"payload\":1}".formatted(JsonText.quote(key))).partition()).toList());
        }
        return chosen;
    }

    private static Map<String, List<Integer>> overKafka(BrokerProcess broker) throws Exception {
        Map<String, List<Integer>> chosen = new LinkedHashMap<>();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap(),
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_MESSAGE_BYTES), new StringSerializer(),
                new StringSerializer())) {
            for (int partitions : PARTITIONS) {
                chosen.put(topic(partitions), AWKWARD_KEYS.stream().map(key ->
                    partition(producer, new ProducerRecord<>(topic(partitions), key, "1"))).toList());
            }
        }
        return chosen;
    }

    private static int partition(KafkaProducer<String, String> producer, ProducerRecord<String, String> message) {
        try {
            return producer.send(message).get().partition();
        } catch (InterruptedException | ExecutionException failed) {
            throw new AssertionError(failed);
        }
    }
}
