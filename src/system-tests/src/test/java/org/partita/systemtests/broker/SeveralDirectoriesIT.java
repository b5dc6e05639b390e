package org.partita.systemtests.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.StoredMessage;

/** One broker on two data directories: one of them is the disk that breaks and comes back. */
class SeveralDirectoriesIT {
    private static final String TOPIC = "orders";
    private static final int PARTITIONS = 4;
    private static final int MESSAGES = 25;

    @TempDir
    private Path directory;

    private Path first;
    private Path second;
    private String topicId;

    @BeforeEach
    void nameDirectories() {
        first = directory.resolve("first");
        second = directory.resolve("second");
    }

    @Test
    void partitionsAreSpreadAndOutliveStopKillAndTheLossOfEitherDirectory() {
        try (BrokerProcess broker = BrokerProcess.start(List.of(first, second))) {
            broker.client().createTopic(TOPIC, PARTITIONS);
            topicId = broker.client().get("/v1/topics/" + TOPIC).expect(200).json().member("id").string();
            publish(broker.client(), 0, 0, 1, 2, 3);
            assertThat(partitionsIn(first)).containsExactly(0, 2);
            assertThat(partitionsIn(second)).containsExactly(1, 3);
            assertThat(broker.client().get("/metrics").expect(200).text()).contains("partita_disk_least_usable_bytes");
            broker.kill();
        }

        try (BrokerProcess broker = BrokerProcess.start(first)) {
            assertServesAndFillsOnly(broker.client(), 0, 2);
            broker.terminate();
            assertThat(first.resolve("clean")).isRegularFile();
        }
        try (BrokerProcess broker = BrokerProcess.start(second)) {
            assertServesAndFillsOnly(broker.client(), 1, 3);
            broker.kill();
        }

        try (BrokerProcess broker = BrokerProcess.start(List.of(first, second))) {
            assertThere(broker.client(), 2, 0, 1, 2, 3);
            broker.client().send("DELETE", "/v1/topics/" + TOPIC).expect(204);
            assertThat(first.resolve(topicId)).doesNotExist();
            assertThat(second.resolve(topicId)).doesNotExist();
            broker.terminate();
            assertThat(first.resolve("clean")).isRegularFile();
            assertThat(second.resolve("clean")).isRegularFile();
        }
    }

    private static void assertServesAndFillsOnly(BrokerClient client, int... partitions) {
        List<Integer> served = IntStream.of(partitions).boxed().toList();
        assertThere(client, 1, partitions);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            if (served.contains(partition)) continue;
            Answer refused = client.get("/v1/topics/" + TOPIC + "/partitions/" + partition
                + "/messages?offset=earliest");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text()).contains("its files are missing");
        }
        int lost = PARTITIONS - served.size();
        String offline = "partita_offline_partitions{mp_scope=\"application\"} " + lost;
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() ->
            assertThat(client.get("/metrics?scope=application").expect(200).text().lines()).contains(offline));
        publish(client, 1, partitions);
    }

    private static void publish(BrokerClient client, int round, int... partitions) {
        for (int partition : partitions) {
            List<String> messages = new ArrayList<>();
            for (int i = 0; i < MESSAGES; i++) {
                messages.add("{\"partition\":%d,\"payload\":\"%d-%d\"}".formatted(partition, partition,
                    round * MESSAGES + i));
            }
            client.publishBatch(TOPIC, messages);
        }
    }

    private static void assertThere(BrokerClient client, int rounds, int... partitions) {
        for (int partition : partitions) {
            assertThat(client.readAll(TOPIC, partition)).extracting(StoredMessage::payloadText)
                .containsExactlyElementsOf(IntStream.range(0, rounds * MESSAGES)
                    .mapToObj(i -> "\"%d-%d\"".formatted(partition, i)).toList());
        }
    }

    private TreeSet<Integer> partitionsIn(Path data) {
        TreeSet<Integer> found = new TreeSet<>();
        try (Stream<Path> entries = Files.list(data.resolve(topicId))) {
            entries.filter(Files::isDirectory)
                .forEach(entry -> found.add(Integer.valueOf(entry.getFileName().toString())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }
}
