package org.partita.web.messages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.json;
import static org.partita.web.testing.Answers.problem;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.web.testing.Gzip;
import org.partita.web.testing.HttpFace;

class LinesPublishTest {
    private static final String PUBLISH = "/v1/topics/orders/messages";
    private static final String READ = "/v1/topics/orders/partitions/";

    private final HttpFace face = HttpFace.started();

    @BeforeEach
    void createTopic() {
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":2,\"config\":{\"max.message.bytes\":500000}}");
    }

    @AfterEach
    void stop() {
        assertThat(face.bodyBytesInFlight()).isZero();
        face.close();
    }

    @Test
    void eachLineIsAMessageWithOrWithoutALineFeedBehindTheLast() {
        HttpResponse<String> published =
            publish("{\"partition\":1,\"payload\":{ \"a\":1 }}\r\n\n \t\n{\"partition\":0,\"payload\":2}");

        assertThat(published.statusCode()).as(published.body()).isEqualTo(201);
        assertThat(published.body()).isEqualTo(
            "{\"results\":[{\"partition\":1,\"offset\":0},{\"partition\":0,\"offset\":0}]}");
        assertThat(face.get(READ + "1/messages/0").body()).endsWith("\"payload\":{ \"a\":1 }}");
    }

    @Test
    void bodyMayBeMuchLargerThanWhatIsHeldOfIt() {
        String line = "{\"partition\":0,\"payload\":\"" + "x".repeat(9_000) + "\"}\n";
        int lines = 4 * HttpFace.MAX_BODY_BYTES / line.length();

        HttpResponse<String> published = publish(line.repeat(lines));

        assertThat(published.statusCode()).isEqualTo(201);
        assertThat(json(published).getJsonArray("results")).hasSize(lines);
        assertThat(highWatermark(0)).isEqualTo(lines);
    }

    @Test
    void everyMessageOfManyPartsHasItsOwnIndexUnderAKey() {
        String body = IntStream.range(0, 2_500).mapToObj(i -> "{\"payload\":1}\n").collect(Collectors.joining());
        JsonObject first = json(publish(body, "Idempotency-Key", "k"));

        HttpResponse<String> again = publish(body, "Idempotency-Key", "k");

        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(json(again)).isEqualTo(first);
        assertThat(highWatermark(0) + highWatermark(1)).isEqualTo(2_500);
    }

    @Test
    void linesBeforeOneThatIsNoMessageAreStoredAndThoseBehindItAreNot() {
        HttpResponse<String> published = publish("{\"partition\":0,\"payload\":1}\n{\"payload\":2\n{\"payload\":3}\n");

        JsonObject incomplete = problem(published, 400, "batch-incomplete");
        JsonArray results = incomplete.getJsonArray("results");
        assertThat(results).hasSize(2);
        assertThat(results.getJsonObject(0).getInt("offset")).isZero();
        assertThat(results.getJsonObject(1).getJsonObject("error").getString("code")).isEqualTo("invalid-json");
        assertThat(results.getJsonObject(1).getJsonObject("error").getString("detail")).startsWith("Line 2: ");
        assertThat(incomplete.getString("detail")).contains("Line 2 ended the reading");
        assertThat(highWatermark(0) + highWatermark(1)).isEqualTo(1);
    }

    @Test
    void partitionThatFailedFailsInEveryLaterPartAndOthersGoOn() {
        String large = "{\"partition\":0,\"payload\":\"" + "x".repeat(600_000) + "\"}\n";
        String other = "{\"partition\":1,\"payload\":\"" + "x".repeat(400_000) + "\"}\n";
        String small = "{\"partition\":0,\"payload\":1}\n";

        HttpResponse<String> published = publish(small + large + other.repeat(4) + small);

        JsonArray results = problem(published, 413, "batch-incomplete").getJsonArray("results");
        assertThat(results).hasSize(7);
        assertThat(results.getJsonObject(6).getJsonObject("error").getString("detail")).startsWith("Not attempted");
        assertThat(highWatermark(0)).isEqualTo(1);
        assertThat(highWatermark(1)).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", " \r\n"})
    void bodyWithoutAMessageIsRefused(String body) {
        problem(publish(body), 400, "invalid-request");
    }

    @Test
    void firstLineThatIsNoMessageIsAnsweredByItself() {
        assertThat(problem(publish("[]\n{\"payload\":1}"), 400, "invalid-json").getString("detail"))
            .startsWith("Line 1: ");
        assertThat(problem(publish("{\"payload\":1,\"x\":1}"), 400, "invalid-request").getString("field"))
            .isEqualTo("x");
    }

    @Test
    void lineAboveTheLimitOfABodyIsRefused() {
        JsonObject refused = problem(publish("{\"payload\":\"" + "x".repeat(HttpFace.MAX_BODY_BYTES) + "\"}"), 413,
            "request-too-large");

        assertThat(refused.getInt("limit")).isEqualTo(HttpFace.MAX_BODY_BYTES);
    }

    @Test
    void linesAboveTheLimitOfARequestAreNotStored() {
        String body = "{\"partition\":0,\"payload\":1}\n".repeat(LinesPublish.MAX_MESSAGES + 1);

        HttpResponse<String> published = publish(body);

        JsonObject incomplete = problem(published, 413, "batch-incomplete");
        assertThat(incomplete.getJsonArray("results")).hasSize(LinesPublish.MAX_MESSAGES + 1);
        assertThat(highWatermark(0)).isEqualTo(LinesPublish.MAX_MESSAGES);
    }

    @Test
    void topicThatIsNotThereIsAnsweredAsForOneMessage() {
        HttpResponse<String> refused = face.send(face.request("/v1/topics/none/messages")
            .header("Content-Type", "application/x-ndjson")
            .POST(HttpRequest.BodyPublishers.ofString("{\"payload\":1}")));

        problem(refused, 404, "topic-not-found");
    }

    @Test
    void linesMayBeCompressed() {
        byte[] zipped = Gzip.of("{\"partition\":0,\"payload\":1}\n".repeat(3_000));

        HttpResponse<String> published = send(zipped, "Content-Encoding", "gzip");

        assertThat(published.statusCode()).as(published.body()).isEqualTo(201);
        assertThat(highWatermark(0)).isEqualTo(3_000);
    }

    @Test
    void b139LinesBehindDamagedCompressionAreNotStored() {
        byte[] zipped = Gzip.of("{\"partition\":0,\"payload\":1}\n".repeat(30_000));
        byte[] cut = Arrays.copyOf(zipped, zipped.length - 40);

        HttpResponse<String> published = send(cut, "Content-Encoding", "gzip");

        assertThat(published.statusCode()).as(published.body()).isEqualTo(400);
        problem(send("{\"payload\":1}".getBytes(UTF_8), "Content-Encoding", "gzip"), 400, "invalid-request");
    }

    @Test
    void topicThatGetsTheNameBetweenTwoPartsDoesNotGetTheRest() throws IOException {
        byte[] part = "{\"partition\":0,\"payload\":1}\n".repeat(1_000).getBytes(UTF_8);
        try (Socket connection = new Socket(face.uri("").getHost(), face.uri("").getPort())) {
            OutputStream out = connection.getOutputStream();
            out.write(("POST " + PUBLISH + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                + "Connection: close\r\nContent-Length: " + 2 * part.length + "\r\n\r\n").getBytes(UTF_8));
            out.write(part);
            replaceTopic();
            out.write(part);

            String answer = new String(connection.getInputStream().readAllBytes(), UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 404 ").contains("\"code\":\"batch-incomplete\"",
                "{\"partition\":0,\"offset\":999}", "topic-not-found");
            assertThat(highWatermark(0)).isZero();
        }
    }

    private void replaceTopic() {
        assertThat(face.get(READ + "0/messages?offset=0&waitMs=10000").body()).contains("\"highWatermark\":1000");
        face.send(face.request("/v1/topics/orders").DELETE());
        createTopic();
    }

    private int highWatermark(int partition) {
        return json(face.get(READ + partition + "/messages?offset=earliest&limit=1")).getInt("highWatermark");
    }

    private HttpResponse<String> publish(String body, String... headers) {
        return send(body.getBytes(UTF_8), headers);
    }

    private HttpResponse<String> send(byte[] body, String... headers) {
        return face.send(face.request(PUBLISH, headers).header("Content-Type", "application/x-ndjson")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
    }
}
