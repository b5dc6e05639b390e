package org.partita.systemtests.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.SharedBroker;
import org.partita.systemtests.harness.StoredMessage;

/** Repeated requests, also over a kill. */
@ExtendWith(SharedBroker.class)
class IdempotencyIT {
    private static final String BODY = "{\"key\":\"customer-4821\",\"payload\":{\"orderId\":\"ord_92\"}}";
    private static final int RETRIES = 64;
    private static final int PUBLISHERS = 8;
    private static final int ANSWERED_BEFORE_KILL = 200;
    private static final int PARTITIONS = 3;

    @TempDir
    private Path data;

    @Test
    void b080RequestsRepeatedOverAKillAreStoredOnceAnsweredOrNot() {
        Queue<String> sent = new ConcurrentLinkedQueue<>();
        Answer first;
        try (BrokerProcess broker = BrokerProcess.start(data)) {
            broker.client().post("/v1/topics", BrokerClient.JSON, "{\"name\":\"orders\",\"partitions\":" + PARTITIONS
                + ",\"config\":{\"compression.type\":\"zstd\",\"message.timestamp.type\":\"LogAppendTime\"}}")
                .expect(201);
            broker.client().createTopic("unanswered", PARTITIONS);
            first = publish(broker.client(), "orders", "8d91d3c4", BODY).expect(201);
            assertReplayed(publish(broker.client(), "orders", "\"8d91d3c4\"", BODY), first);
            publishUntilKilled(broker, sent);
        }

        try (BrokerProcess broker = BrokerProcess.start(data)) {
            assertThat(first.header("Idempotency-Replayed")).isEmpty();
            assertReplayed(publish(broker.client(), "orders", "8d91d3c4", BODY), first);
            publish(broker.client(), "orders", "8d91d3c4", BODY.replace("ord_92", "ord_93"))
                .expectProblem(422, "idempotency-key-reused");
            sent.forEach(id -> publish(broker.client(), "unanswered", id, bodyOf(id)).expect(201));

            assertThat(readAll(broker.client(), "orders")).extracting(StoredMessage::payloadText)
                .containsExactly("{\"orderId\":\"ord_92\"}");
            assertThat(readAll(broker.client(), "unanswered")).extracting(StoredMessage::payloadText)
                .containsExactlyInAnyOrderElementsOf(sent.stream().map(id -> '"' + id + '"').toList());
        }
    }

    @Test
    void retriesAtTheSameTimeStoreOneMessage(BrokerClient broker) {
        ExecutorService clients = Executors.newFixedThreadPool(RETRIES);
        try {
            broker.createTopic("retried", 1);

            List<CompletableFuture<Answer>> answers = IntStream.range(0, RETRIES)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> broker.post("/v1/topics/retried/messages",
                    BrokerClient.JSON, "{\"payload\":1}", "Idempotency-Key", "one"), clients)).toList();

            assertThat(answers.stream().map(each -> each.join().expect(201).text()).distinct()).hasSize(1);
            assertThat(answers).filteredOn(each -> each.join().header("Idempotency-Replayed").isEmpty()).hasSize(1);
            assertThat(broker.readAll("retried", 0)).hasSize(1);
        } finally {
            clients.shutdownNow();
        }
    }

    private static void publishUntilKilled(BrokerProcess broker, Queue<String> sent) {
        ExecutorService publishers = Executors.newFixedThreadPool(PUBLISHERS);
        try {
            AtomicInteger answered = new AtomicInteger();
            List<CompletableFuture<Void>> work = IntStream.range(0, PUBLISHERS).mapToObj(publisher ->
                CompletableFuture.runAsync(() -> publishUntilConnectionBreaks(broker.client(), publisher, sent,
                    answered), publishers)).toList();
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> answered.get() >= ANSWERED_BEFORE_KILL
                || work.stream().anyMatch(CompletableFuture::isCompletedExceptionally));
            broker.kill();
            work.forEach(CompletableFuture::join);
        } finally {
            publishers.shutdownNow();
        }
    }

    private static void publishUntilConnectionBreaks(BrokerClient client, int publisher, Queue<String> sent,
                                                     AtomicInteger answered) {
        try {
            for (int i = 0; ; i++) {
                String id = publisher + "-" + i;
                sent.add(id);
                publish(client, "unanswered", id, bodyOf(id)).expect(201);
                answered.incrementAndGet();
            }
        } catch (UncheckedIOException killed) {
            assertThat(killed.getCause()).isNotNull();
        }
    }

    private static String bodyOf(String id) {
        return "{\"payload\":\"" + id + "\"}";
    }

    private static Answer publish(BrokerClient client, String topic, String key, String body) {
        return client.post("/v1/topics/" + topic + "/messages", BrokerClient.JSON, body, "Idempotency-Key", key);
    }

    private static void assertReplayed(Answer answer, Answer first) {
        assertThat(answer.expect(201).text()).isEqualTo(first.text());
        assertThat(answer.header("Idempotency-Replayed")).contains("true");
        assertThat(answer.header("Location").orElseThrow()).endsWith(pathOf(first.header("Location").orElseThrow()));
    }

    /** The broker has another port after a restart. */
    private static String pathOf(String location) {
        return location.substring(location.indexOf("/v1/"));
    }

    private static List<StoredMessage> readAll(BrokerClient client, String topic) {
        List<StoredMessage> all = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) all.addAll(client.readAll(topic, partition));
        return all;
    }
}
