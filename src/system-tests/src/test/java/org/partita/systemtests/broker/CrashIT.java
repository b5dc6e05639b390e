package org.partita.systemtests.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.JsonText;
import org.partita.systemtests.harness.Position;
import org.partita.systemtests.harness.StoredMessage;

/** A broker that dies while publishers are at work. */
class CrashIT {
    private static final int ROUNDS = 3;
    private static final int PUBLISHERS = 8;
    private static final int PARTITIONS = 3;
    private static final int ACKNOWLEDGED_BEFORE_KILL = 400;

    @TempDir
    private Path data;

    private final Map<Position, String> acknowledged = new ConcurrentHashMap<>();

    @Test
    void acknowledgedMessagesAndChangesOfTopicsSurviveKill() {
        for (int round = 1; round <= ROUNDS; round++) {
            try (BrokerProcess broker = BrokerProcess.start(data)) {
                if (round == 1) createTopics(broker.client());
                else assertChangeOfTopic(broker.client(), round - 1);
                assertEverythingAcknowledgedIsThere(broker.client());
                changeTopic(broker.client(), round);
                publishUntilKilled(broker, round);
            }
        }

        try (BrokerProcess broker = BrokerProcess.start(data)) {
            assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ROUNDS * ACKNOWLEDGED_BEFORE_KILL);
            assertEverythingAcknowledgedIsThere(broker.client());
            assertChangeOfTopic(broker.client(), ROUNDS);
        }
    }

    private static void createTopics(BrokerClient client) {
        client.createTopic("survivors", PARTITIONS);
        client.createTopic("changed", 1);
    }

    private static void changeTopic(BrokerClient client, int round) {
        String change = "{\"config\":{\"max.message.bytes\":%d,\"retention.ms\":%d,\"flush\":\"async\"}}"
            .formatted(40 + round, 3_600_000 + round);
        client.send("PATCH", "/v1/topics/changed", "application/merge-patch+json", change.getBytes(UTF_8))
            .expect(200);
    }

    private static void assertChangeOfTopic(BrokerClient client, int round) {
        JsonText config = client.get("/v1/topics/changed").expect(200).json().member("config");
        assertThat(config.member("max.message.bytes").integer()).isEqualTo(40 + round);
        assertThat(config.member("retention.ms").integer()).isEqualTo(3_600_000 + round);
        assertThat(config.member("flush").string()).isEqualTo("async");
    }

    private void publishUntilKilled(BrokerProcess broker, int round) {
        int wanted = acknowledged.size() + ACKNOWLEDGED_BEFORE_KILL;
        ExecutorService publishers = Executors.newFixedThreadPool(PUBLISHERS);
        try {
            List<CompletableFuture<Void>> work = IntStream.range(0, PUBLISHERS)
                .mapToObj(publisher -> "%d-%d".formatted(round, publisher))
                .map(publisher -> CompletableFuture.runAsync(
                    () -> publishUntilConnectionBreaks(broker.client(), publisher), publishers))
                .toList();
            Awaitility.await().until(() -> acknowledged.size() >= wanted
                || work.stream().anyMatch(CompletableFuture::isCompletedExceptionally));
            broker.kill();
            work.forEach(CompletableFuture::join);
        } finally {
            publishers.shutdownNow();
        }
    }

    private void publishUntilConnectionBreaks(BrokerClient client, String publisher) {
        try {
            for (int sequence = 0; ; sequence++) {
                String payload = "\"%s-%06d\"".formatted(publisher, sequence);
                String message = "{\"key\":\"%s\",\"payload\":%s}".formatted(publisher, payload);
                String before = acknowledged.put(client.publish("survivors", message), payload);
                assertThat(before).as("message acknowledged at the same position").isNull();
            }
        } catch (UncheckedIOException killed) {
            assertThat(killed.getCause()).isNotNull();
        }
    }

    private void assertEverythingAcknowledgedIsThere(BrokerClient client) {
        Map<Position, String> found = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<StoredMessage> messages = client.readAll("survivors", partition);
            assertThat(messages).extracting(StoredMessage::offset)
                .containsExactlyElementsOf(IntStream.range(0, messages.size()).mapToObj(Long::valueOf).toList());
            assertKeysInOrder(messages);
            for (StoredMessage message : messages) {
                found.put(new Position(partition, message.offset()), message.payloadText());
            }
        }
        assertThat(found).containsAllEntriesOf(acknowledged);
    }

    private static void assertKeysInOrder(List<StoredMessage> messages) {
        Map<String, List<String>> byKey = new HashMap<>();
        messages.forEach(message -> byKey.computeIfAbsent(message.key(), key -> new ArrayList<>())
            .add(message.payloadText()));
        assertThat(byKey.values()).allSatisfy(payloads -> assertThat(payloads).isSorted().doesNotHaveDuplicates());
    }
}
