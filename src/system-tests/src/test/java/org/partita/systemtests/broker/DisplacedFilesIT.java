package org.partita.systemtests.broker;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.JsonText;
import org.partita.systemtests.harness.StoredMessage;

/** Somebody removes or moves files of a partition while the broker writes to it: one topic for each way to do that. */
class DisplacedFilesIT {
    private static final int MESSAGES = 20;
    /** Behind the header of the first batch. */
    private static final int IN_THE_FIRST_RECORD = 61 + 4;
    private static final int MOST_PUBLISHES = 10_000;
    private static final String SEGMENT = "00000000000000000000.log";
    private static final String DISPLACED = "removed, renamed or replaced while the broker ran";
    private static final String CHANGED = "its files were changed (";

    @TempDir
    private static Path data;
    @TempDir
    private static Path elsewhere;
    private static BrokerProcess broker;
    private static final Map<String, String> TOPIC_IDS = new HashMap<>();

    @BeforeAll
    static void fillTopics() {
        broker = BrokerProcess.start(data);
        create("neighbour");
        for (Displacement each : Displacement.values()) create(each.topic());
    }

    private static void create(String topic) {
        broker.client().createTopic(topic, 1);
        TOPIC_IDS.put(topic, broker.client().get("/v1/topics/" + topic).expect(200).json().member("id").string());
        for (int i = 0; i < MESSAGES; i++) publish(topic, i).expect(201);
    }

    @AfterAll
    static void stop() {
        if (broker != null) broker.close();
    }

    /** What is done to the files. */
    enum Displacement {
        PARTITION_REMOVED {
            @Override
            void happen(Path partition) throws IOException {
                try (Stream<Path> files = Files.walk(partition)) {
                    for (Path each : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(each);
                }
            }
        },
        PARTITION_MOVED {
            @Override
            void happen(Path partition) throws IOException {
                Files.move(partition, elsewhere.resolve("partition"));
            }
        },
        TOPIC_REPLACED_BY_EMPTY_DIRECTORIES {
            @Override
            void happen(Path partition) throws IOException {
                Files.move(partition.getParent(), elsewhere.resolve("topic"));
                Files.createDirectories(partition);
            }
        },
        SEGMENT_REMOVED {
            @Override
            void happen(Path partition) throws IOException {
                Files.delete(partition.resolve(SEGMENT));
            }
        },
        SEGMENT_REPLACED_BY_A_COPY {
            @Override
            void happen(Path partition) throws IOException {
                Path copy = Files.copy(partition.resolve(SEGMENT), elsewhere.resolve(SEGMENT));
                Files.move(copy, partition.resolve(SEGMENT), REPLACE_EXISTING);
            }
        },
        SEGMENT_EMPTIED_IN_PLACE(CHANGED) {
            @Override
            void happen(Path partition) throws IOException {
                Files.write(partition.resolve(SEGMENT), new byte[0], TRUNCATE_EXISTING);
            }
        },
        SEGMENT_OVERWRITTEN_IN_PLACE_BY_ITS_FIRST_HALF(CHANGED) {
            @Override
            void happen(Path partition) throws IOException {
                byte[] all = Files.readAllBytes(partition.resolve(SEGMENT));
                Files.write(partition.resolve(SEGMENT), Arrays.copyOf(all, all.length / 2), TRUNCATE_EXISTING);
            }
        };

        private final String reason;

        Displacement() {
            this(DISPLACED);
        }

        Displacement(String reason) {
            this.reason = reason;
        }

        abstract void happen(Path partition) throws IOException;

        String topic() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsAcknowledgedAfterwardsAndTheReasonIsTold(Displacement displacement) throws Exception {
        String topic = displacement.topic();
        CompletableFuture<Answer> firstFailure = new CompletableFuture<>();
        Thread publisher = new Thread(() -> firstFailure.complete(publishUntilRefused(topic)));
        // Between the look of an append at its file and its write there is a moment in which a cut is not seen.
        if (displacement.reason.equals(DISPLACED)) publisher.start();

        displacement.happen(data.resolve(TOPIC_IDS.get(topic)).resolve("0"));

        if (displacement.reason.equals(CHANGED)) publisher.start();
        Answer afterwards = publish(topic, MESSAGES);
        assertThat(afterwards.status()).as(afterwards.text()).isIn(503, 504);
        assertThat(firstFailure.get(60, TimeUnit.SECONDS).status()).isIn(503, 504);
        Answer next = publish(topic, MESSAGES);
        next.expectProblem(503, "leader-unavailable");
        assertThat(next.text()).contains(topic + "-0 is offline", displacement.reason)
            .doesNotContain(data.toString());
        assertThat(broker.client().get("/health/ready").text()).doesNotContain(data.toString());
    }

    private static Answer publishUntilRefused(String topic) {
        for (int i = 0; i < MOST_PUBLISHES; i++) {
            Answer answer = publish(topic, i);
            if (answer.status() != 201) return answer;
        }
        throw new AssertionError(MOST_PUBLISHES + " messages for " + topic + " were acknowledged");
    }

    @Test
    void dataThatIsDamagedWhileTheBrokerRunsIsNotServed() throws IOException {
        create("damaged");
        Path segment = data.resolve(TOPIC_IDS.get("damaged")).resolve("0").resolve(SEGMENT);
        try (FileChannel file = FileChannel.open(segment, WRITE)) {
            file.write(ByteBuffer.wrap(new byte[] {'!'}), IN_THE_FIRST_RECORD);
        }

        Answer answer = broker.client().get("/v1/topics/damaged/partitions/0/messages?offset=0");

        answer.expectProblem(500, "internal-error");
        assertThat(broker.client().fetch("damaged", 0, "offset=1").json().member("messages").elements())
            .hasSize(MESSAGES - 1);
    }

    @Test
    void otherTopicGoesOn() {
        List<String> expected = new ArrayList<>(IntStream.range(0, MESSAGES).mapToObj(Integer::toString).toList());
        int before = broker.client().readAll("neighbour", 0).size();

        publish("neighbour", MESSAGES).expect(201);

        expected.add(Integer.toString(MESSAGES));
        assertThat(broker.client().readAll("neighbour", 0)).hasSize(before + 1)
            .extracting(StoredMessage::payloadText).containsSequence(expected);
    }

    @Test
    void whatWasRemovedIsOfflineAfterARestartAndWhatWasReplacedIsServed(@TempDir Path other) throws IOException {
        try (BrokerProcess first = BrokerProcess.start(other)) {
            for (String topic : List.of("removed", "moved")) {
                first.client().createTopic(topic, 1);
                first.client().publish(topic, "{\"payload\":1}");
                Path partition = other.resolve(first.client().get("/v1/topics/" + topic).expect(200).json()
                    .member("id").string()).resolve("0");
                Path away = elsewhere.resolve("restart-" + topic);
                Files.move(partition, away);
                assertThat(first.client().post("/v1/topics/" + topic + "/messages", JSON, "{\"payload\":2}").status())
                    .isIn(503, 504);
                if (topic.equals("moved")) Files.move(away, partition);
            }
            first.kill();
        }

        try (BrokerProcess second = BrokerProcess.start(other)) {
            Answer refused = second.client().post("/v1/topics/removed/messages", JSON, "{\"payload\":3}");
            refused.expectProblem(503, "leader-unavailable");
            assertThat(refused.text()).contains("its files are missing");
            assertOneIsOffline(second.client());
            assertThat(second.client().publish("moved", "{\"payload\":3}").offset()).isIn(1L, 2L);
            assertThat(second.client().readAll("moved", 0)).extracting(StoredMessage::payloadText).startsWith("1")
                .endsWith("3");
        }
    }

    private static void assertOneIsOffline(BrokerClient client) {
        JsonText cluster = client.get("/v1/cluster").expect(200).json();
        assertThat(cluster.member("offline").integer()).isEqualTo(1);
        assertThat(cluster.member("underReplicated").integer()).isEqualTo(1);
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() ->
            assertThat(client.get("/metrics?scope=application").expect(200).text().lines())
                .contains("partita_offline_partitions{mp_scope=\"application\"} 1"));
    }

    @Test
    void brokerWhoseLockWasRemovedLeavesAloneWhatTheNextOneStores(@TempDir Path shared) throws IOException {
        Path nameForTheNext = Files.createSymbolicLink(elsewhere.resolve("shared"), shared);
        try (BrokerProcess first = BrokerProcess.start(shared)) {
            first.client().createTopic("orders", 1);
            first.client().publish("orders", "{\"payload\":0}");
            Files.delete(shared.resolve("lock"));
            try (BrokerProcess second = BrokerProcess.start(nameForTheNext)) {
                for (int i = 1; i <= MESSAGES; i++) second.client().publish("orders", "{\"payload\":" + i + "}");

                first.client().post("/v1/topics/orders/messages", JSON, "{\"payload\":-1}").expect(504);

                assertThat(second.client().publish("orders", "{\"payload\":21}").offset()).isEqualTo(21);
                second.kill();
            }
        }

        try (BrokerProcess third = BrokerProcess.start(shared)) {
            assertThat(third.client().readAll("orders", 0)).extracting(StoredMessage::payloadText)
                .containsExactlyElementsOf(IntStream.rangeClosed(0, 21).mapToObj(Integer::toString).toList());
        }
    }

    private static Answer publish(String topic, int number) {
        return broker.client().post("/v1/topics/" + topic + "/messages", JSON, "{\"payload\":" + number + "}");
    }
}
