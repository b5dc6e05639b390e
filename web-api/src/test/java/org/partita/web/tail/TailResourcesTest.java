package org.partita.web.tail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.problem;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import jakarta.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.web.testing.EventReader;
import org.partita.web.testing.EventReader.Event;
import org.partita.web.testing.HttpFace;

@Timeout(120)
class TailResourcesTest {
    private static final String TAIL = "/v1/topics/orders/partitions/0/messages";
    private static final String TOPIC_TAIL = "/v1/topics/orders/messages";

    private final HttpFace face = HttpFace.started();

    @AfterEach
    void stop() {
        face.close();
    }

    @Test
    void tailGivesWhatIsThereAndWhatComes() {
        create(1);
        publish("{\"key\":\"k\",\"payload\":{ \"a\":1.50 }}");

        try (EventReader tail = face.events(TAIL + "?offset=earliest", "X-Request-Id", "tail-1")) {
            Event opening = tail.next().orElseThrow();
            Event first = tail.next().orElseThrow();
            publish("{\"payload\":2}");
            Event second = tail.next().orElseThrow();

            assertThat(tail.answer().statusCode()).isEqualTo(200);
            assertThat(tail.answer().headers().firstValue("Content-Type").orElseThrow())
                .startsWith("text/event-stream");
            assertThat(tail.answer().headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(tail.answer().headers().firstValue("X-Request-Id")).contains("tail-1");
            assertThat(opening.id()).isEqualTo("-1");
            assertThat(opening.data()).isEmpty();
            assertThat(first.id()).isEqualTo("0");
            assertThat(first.data()).contains("\"offset\":0,").endsWith("\"payload\":{ \"a\":1.50 }}");
            assertThat(second.id()).isEqualTo("1");
            assertThat(second.json().getInt("payload")).isEqualTo(2);
        }
    }

    @Test
    void clientThatComesBackGoesOnBehindTheLastMessageItGot() {
        create(1);
        for (int i = 0; i < 3; i++) publish("{\"payload\":" + i + "}");

        try (EventReader tail = face.events(TAIL + "?offset=latest", "Last-Event-ID", "0")) {
            assertThat(tail.next().orElseThrow().id()).isEqualTo("0");
            assertThat(tail.next().orElseThrow().id()).isEqualTo("1");
            assertThat(tail.next().orElseThrow().id()).isEqualTo("2");
        }
    }

    @Test
    void clientThatGotNothingYetComesBackToWhereItBegan() {
        create(1);
        publish("{\"payload\":0}");
        String position;
        try (EventReader tail = face.events(TAIL + "?offset=latest")) {
            position = tail.next().orElseThrow().id();
        }
        publish("{\"payload\":1}");

        try (EventReader tail = face.events(TAIL + "?offset=latest", "Last-Event-ID", position)) {
            tail.next();
            assertThat(tail.next().orElseThrow().json().getInt("payload")).isEqualTo(1);
        }
    }

    @Test
    void tailFromATimeBeginsAtTheFirstMessageThatIsNotOlder() {
        create(1);
        publish("{\"payload\":0,\"timestampMs\":100}");
        publish("{\"payload\":1,\"timestampMs\":200}");

        try (EventReader tail = face.events(TAIL + "?timestampMs=150")) {
            assertThat(tail.next().orElseThrow().id()).isEqualTo("0");
            assertThat(tail.next().orElseThrow().json().getInt("payload")).isEqualTo(1);
        }
    }

    @Test
    void payloadWithAnEndOfLineComesAsBase64() {
        create(1);
        publish("{\"payload\":[1,\n2]}");
        publish("{\"payload\":[1,\r2]}");
        publish("{\"payload\":\"\\r\\n\"}");

        try (EventReader tail = face.events(TAIL + "?offset=earliest")) {
            tail.next();
            assertThat(tail.next().orElseThrow().json().getString("payloadBase64")).isEqualTo("WzEsCjJd");
            assertThat(tail.next().orElseThrow().json().getString("payloadBase64")).isEqualTo("WzEsDTJd");
            assertThat(tail.next().orElseThrow().data()).endsWith("\"payload\":\"\\r\\n\"}");
        }
    }

    @Test
    void b148DeletionOfTheTopicEndsItsTailsAndSaysSo() {
        create(2);
        try (EventReader tail = face.events(TAIL + "?offset=earliest"); EventReader all = face.events(TOPIC_TAIL)) {
            tail.next();
            all.next();

            face.send(face.request("/v1/topics/orders").DELETE());

            for (EventReader each : List.of(tail, all)) {
                Event end = each.next().orElseThrow();
                assertThat(end.event()).isEqualTo("problem");
                assertThat(end.json().getString("code")).isEqualTo("topic-not-found");
                assertThat(end.json().getString("requestId")).isNotBlank();
                assertThat(each.next()).isEmpty();
            }
        }
    }

    @Test
    void stopOfTheBrokerEndsTailsAndSaysSo() {
        create(1);
        try (EventReader tail = face.events(TAIL + "?offset=earliest")) {
            tail.next();

            face.stopBroker();

            assertThat(tail.next().orElseThrow().json().getString("code")).isEqualTo("leader-unavailable");
            assertThat(tail.next()).isEmpty();
        }
    }

    @Test
    void tailOfATopicGivesAllPartitionsAndComesBackToAllPlaces() {
        create(3);
        for (int i = 0; i < 9; i++) publish("{\"payload\":" + i + ",\"partition\":" + i % 3 + "}");
        Map<Integer, List<Integer>> received = new TreeMap<>();
        String position;
        try (EventReader tail = face.events(TOPIC_TAIL + "?offset=earliest")) {
            tail.next();
            position = receive(tail, 4, received);
        }

        try (EventReader tail = face.events(TOPIC_TAIL, "Last-Event-ID", position)) {
            assertThat(tail.next().orElseThrow().id()).isEqualTo(position);
            receive(tail, 5, received);
        }

        assertThat(received).isEqualTo(Map.of(0, List.of(0, 3, 6), 1, List.of(1, 4, 7), 2, List.of(2, 5, 8)));
    }

    private static String receive(EventReader tail, int count, Map<Integer, List<Integer>> received) {
        String id = "";
        for (int i = 0; i < count; i++) {
            Event event = tail.next().orElseThrow();
            JsonObject message = event.json();
            received.computeIfAbsent(message.getInt("partition"), any -> new ArrayList<>())
                .add(message.getInt("payload"));
            id = event.id();
        }
        return id;
    }

    @ParameterizedTest
    @CsvSource({"/v1/topics/none/partitions/0/messages?offset=0,404,topic-not-found",
        "/v1/topics/orders/partitions/7/messages?offset=0,404,partition-not-found",
        "/v1/topics/orders/partitions/0/messages?offset=9,416,offset-out-of-range",
        "/v1/topics/orders/partitions/0/messages,400,invalid-request",
        "/v1/topics/orders/partitions/0/messages?offset=0&timestampMs=1,400,invalid-request",
        "/v1/topics/orders/partitions/0/messages?offset=0&waitMs=1,400,invalid-request",
        "/v1/topics/none/messages,404,topic-not-found",
        "/v1/topics/orders/messages?offset=1,400,invalid-request"})
    void whatCannotBeTailedIsRefusedWithAStatus(String path, int status, String code) {
        create(1);

        problem(face.get(path, "Accept", "text/event-stream"), status, code);
        assertThat(face.openTails()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-2", "99999999999999999999", "9223372036854775807", "1.5"})
    void idThatIsNoneOfOursIsRefused(String id) {
        create(1);

        problem(face.get(TAIL + "?offset=0", "Accept", "text/event-stream", "Last-Event-ID", id), 400,
            "invalid-request");
        problem(face.get(TOPIC_TAIL, "Accept", "text/event-stream", "Last-Event-ID", id), 400, "invalid-request");
    }

    @Test
    void topicOfMorePartitionsThanOneTailMayHaveIsRefused() {
        create(101);

        problem(face.get(TOPIC_TAIL, "Accept", "text/event-stream"), 400, "invalid-request");
    }

    @Test
    void topicCanOnlyBeTailed() {
        create(1);

        problem(face.get(TOPIC_TAIL, "Accept", "application/json"), 406, "not-acceptable");
    }

    @Test
    void b142HeadOfATailHasNoBodyAndNoEnd() {
        create(1);

        for (String path : List.of(TAIL + "?offset=0", TOPIC_TAIL)) {
            HttpResponse<String> answer = face.send(face.request(path, "Accept", "text/event-stream")
                .method("HEAD", HttpRequest.BodyPublishers.noBody()));

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/event-stream");
        }
        assertThat(face.openTails()).isZero();
    }

    @Test
    void tailsGiveBackEverythingWhenTheyEnd() {
        create(2);
        List<EventReader> tails = IntStream.range(0, 20).mapToObj(i -> face.events(TOPIC_TAIL)).toList();
        tails.forEach(EventReader::next);
        int open = face.openTails();

        face.send(face.request("/v1/topics/orders").DELETE());
        for (EventReader each : tails) {
            while (each.next().isPresent()) continue;
        }

        assertThat(open).isEqualTo(20);
        face.awaitNoTails();
        assertThat(face.broker().statistics().waitingFetches()).isZero();
    }

    private void create(int partitions) {
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":" + partitions + "}");
    }

    private void publish(String message) {
        assertThat(face.post(TOPIC_TAIL, message).statusCode()).isEqualTo(201);
    }
}
