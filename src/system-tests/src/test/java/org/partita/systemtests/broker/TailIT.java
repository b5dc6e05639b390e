package org.partita.systemtests.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoublePredicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.HttpSocket;
import org.partita.systemtests.harness.SharedBroker;

/** Answers without an end, and readers that wait, in the server they are made for. */
@ExtendWith(SharedBroker.class)
@Timeout(300)
class TailIT {
    private static final String EVENTS = "Accept: text/event-stream";
    private static final int LONG_POLLS = 300;
    private static final int TAILS = 50;
    private static final int STALLED = 5;
    private static final int MANY_STALLED = 150;
    private static final Duration GIVEN_BACK_WITHIN = Duration.ofSeconds(90);

    private final List<HttpSocket> sockets = new ArrayList<>();

    @AfterEach
    void disconnect() {
        sockets.forEach(HttpSocket::close);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1", "HTTP/1.0"})
    void b142TailGivesWhatComesAndGoesOnWhereItWasLeft(String version, BrokerProcess broker) {
        BrokerClient client = broker.client();
        String topic = "tail-" + version.charAt(version.length() - 1);
        client.createTopic(topic, 1);
        String request = "GET /v1/topics/" + topic + "/partitions/0/messages?offset=earliest " + version;

        HttpSocket tail = connect(broker, request, EVENTS);
        String status = tail.lineWith("HTTP/");
        tail.lineWith("id: -1");
        client.publish(topic, "{\"payload\":{ \"n\": 1.50 }}");
        String id = tail.lineWith("id: ");
        String data = tail.lineWith("data: ");
        client.publish(topic, "{\"payload\":2}");
        HttpSocket again = connect(broker, request, EVENTS, "Last-Event-ID: 0");

        assertThat(status).contains(" 200 ");
        assertThat(id).isEqualTo("id: 0");
        assertThat(data).endsWith("\"payload\":{ \"n\": 1.50 }}");
        assertThat(again.lineWith("\"offset\":")).contains("\"offset\":1,").endsWith("\"payload\":2}");
    }

    @Test
    void b148DeletionReleasesTailsAndLongPollsOfTheTopicAndNoOther(BrokerProcess broker) {
        BrokerClient client = broker.client();
        client.createTopic("gone", 3);
        client.createTopic("stays", 1);
        HttpSocket tail = connect(broker, "GET /v1/topics/gone/partitions/0/messages?offset=0 HTTP/1.1", EVENTS);
        HttpSocket all = connect(broker, "GET /v1/topics/gone/messages HTTP/1.1", EVENTS);
        HttpSocket other = connect(broker, "GET /v1/topics/stays/messages HTTP/1.1", EVENTS);
        HttpSocket poll = connect(broker,
            "GET /v1/topics/gone/partitions/0/messages?offset=0&waitMs=25000 HTTP/1.1");
        List.of(tail, all, other).forEach(each -> each.lineWith("id: "));
        awaitMetric(client, "partita_waiting_fetches", count -> count >= 6);

        client.send("DELETE", "/v1/topics/gone").expect(204);

        assertThat(poll.lineWith("HTTP/1.1")).contains(" 404 ");
        assertThat(tail.lineWith("data: ")).contains("topic-not-found");
        assertThat(all.lineWith("data: ")).contains("topic-not-found");
        client.publish("stays", "{\"payload\":1}");
        assertThat(other.lineWith("data: ")).contains("\"payload\":1");
    }

    @Test
    void readersThatWaitAndReadersThatStallHoldUpNoPublishAndLeaveNothingBehind(BrokerProcess broker) {
        BrokerClient client = broker.client();
        client.createTopic("tail-quiet", 1);
        client.createTopic("tail-loud", 1);
        String large = "{\"payload\":\"" + "x".repeat(900_000) + "\"}";
        for (int i = 0; i < 3; i++) client.publishBatch("tail-loud", Collections.nCopies(8, large));
        client.publish("tail-quiet", "{\"payload\":0}");
        double threadsBefore = metric(client, "thread_count");
        for (int i = 0; i < LONG_POLLS; i++) {
            connect(broker, "GET /v1/topics/tail-quiet/partitions/0/messages?offset=1&waitMs=25000 HTTP/1.1");
        }
        List<HttpSocket> tails = new ArrayList<>();
        for (int i = 0; i < TAILS; i++) {
            tails.add(connect(broker, "GET /v1/topics/tail-quiet/partitions/0/messages?offset=1 HTTP/1.1", EVENTS));
        }
        for (int i = 0; i < STALLED; i++) {
            connect(broker, "GET /v1/topics/tail-loud/partitions/0/messages?offset=0 HTTP/1.1", EVENTS)
                .lineWith("HTTP/");
        }
        tails.forEach(each -> each.lineWith("id: 0"));
        awaitMetric(client, "partita_waiting_fetches", count -> count >= LONG_POLLS + TAILS);
        double threadsWhileWaiting = metric(client, "thread_count");

        for (int i = 1; i <= 5; i++) {
            client.publish("tail-quiet", "{\"payload\":" + i + "}");
            String payload = "\"payload\":" + i + "}";
            tails.forEach(each -> each.lineWith(payload));
        }

        assertThat(threadsWhileWaiting - threadsBefore).isLessThan(LONG_POLLS + TAILS);
        awaitMetric(client, "partita_tails", count -> count <= TAILS);
        disconnect();
        for (int i = 0; i < 3; i++) client.publish("tail-quiet", "{\"payload\":9}");
        awaitMetric(client, "partita_tails", count -> count == 0);
        awaitMetric(client, "partita_waiting_fetches", count -> count == 0);
        awaitMetric(client, "partita_tail_bytes", count -> count == 0);
    }

    /** The end of an answer used to wait ten seconds for its client, eight at a time. */
    @Test
    void manyTailsThatStallGiveTheirPlacesBackAtOnce(BrokerProcess broker) {
        BrokerClient client = broker.client();
        client.createTopic("tail-stalled", 1);
        String message = "{\"payload\":\"" + "x".repeat(10_000) + "\"}";
        for (int i = 0; i < 2; i++) client.publishBatch("tail-stalled", Collections.nCopies(1_000, message));
        for (int i = 0; i < MANY_STALLED; i++) {
            connect(broker, "GET /v1/topics/tail-stalled/partitions/0/messages?offset=0 HTTP/1.1", EVENTS)
                .lineWith("HTTP/");
        }

        awaitMetric(client, "partita_tails", count -> count == 0);
        awaitMetric(client, "partita_tail_bytes", count -> count == 0);
        HttpSocket whole = sockets.get(0);
        assertThat(whole.rest()).doesNotContain("\n0\n\n");
    }

    @Test
    void b142EveryReadingPathAnswersOldClientsHeadAndOptions(BrokerProcess broker) {
        BrokerClient client = broker.client();
        client.createTopic("old", 1);
        client.publish("old", "{\"payload\":\"" + "x".repeat(20_000) + "\"}");
        String messages = "/v1/topics/old/partitions/0/messages";

        for (String path : List.of(messages + "?offset=0", messages + "/0")) {
            String fetched = connect(broker, "GET " + path + " HTTP/1.0").rest();
            String head = connect(broker, "HEAD " + path + " HTTP/1.0").rest();

            assertThat(fetched).contains(" 200 ").doesNotContainIgnoringCase("transfer-encoding: chunked")
                .containsPattern("x{20000}");
            assertThat(head).contains(" 200 ").doesNotContain("xxx");
            assertThat(client.send("OPTIONS", path).expect(200).header("Allow").orElse("")).contains("GET");
            assertThat(client.send("DELETE", path).expect(405).header("Allow").orElse("")).contains("GET");
        }
    }

    private HttpSocket connect(BrokerProcess broker, String requestLine, String... headers) {
        HttpSocket socket = HttpSocket.send(broker.httpPort(), requestLine, headers);
        sockets.add(socket);
        return socket;
    }

    private static void awaitMetric(BrokerClient client, String name, DoublePredicate wanted) {
        Awaitility.await(name).atMost(GIVEN_BACK_WITHIN).until(() -> metric(client, name), wanted::test);
    }

    /** The value of the only line that begins with this name. */
    private static double metric(BrokerClient client, String name) {
        return client.get("/metrics").expect(200).text().lines().filter(line -> line.startsWith(name + "{")
            || line.startsWith(name + " ")).mapToDouble(line -> Double.parseDouble(line.substring(
                line.lastIndexOf(' ') + 1))).findFirst().orElseThrow(() -> new AssertionError("no metric " + name));
    }
}
