package org.partita.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.Position;
import org.partita.systemtests.harness.RawAnswer;
import org.partita.systemtests.harness.RawHttp;
import org.partita.systemtests.harness.SharedBroker;
import org.partita.systemtests.harness.SharedBroker.Configured;
import org.partita.systemtests.harness.StoredMessage;

/** Clients that send their body slowly, or never to its end; more of them than the server has threads. */
@ExtendWith(SharedBroker.class)
class SlowBodiesIT {
    private static final int DRIPS = 300;
    private static final int LENGTH_BYTES = 1_000;
    private static final String LINE = "{\"payload\":1}\n";
    private static final String CHUNK = Integer.toHexString(LINE.length()) + "\r\n" + LINE + "\r\n";
    /** So many lines are stored before the next ones are read. */
    private static final int STORED_AT_ONCE = 1_000;
    private static final String POST = "POST /v1/topics/slow/messages HTTP/1.1";

    @Test
    void manySlowBodiesHoldUpNoOtherRequestAndTheLateOnesAreRefused(@Configured BrokerProcess broker) {
        BrokerClient client = broker.client();
        List<RawHttp> drips = new ArrayList<>();
        try (Http2Connection http2 = new Http2Connection(broker.httpPort())) {
            http2.post("slow", "localhost", Map.of("content-type", "application/json")).body("{", false);
            client.createTopic("slow", 1);
            for (int i = 0; i < DRIPS; i++) drips.add(drip(broker.httpPort(), i % 2 == 0));
            client.createTopic("slow-lines", 1);
            List<RawHttp> lines = List.of(linesTo("slow-lines", broker.httpPort(), "Content-Length: 99").send(LINE),
                linesTo("slow-lines", broker.httpPort(), "Transfer-Encoding: chunked").send(CHUNK));
            drips.addAll(lines);

            Position published = client.publish("slow", "{\"payload\":1}");
            client.post("/v1/topics", JSON, "{\"name\":\"made-meanwhile\"}").expect(201);

            assertThat(published).isEqualTo(new Position(0, 0));
            for (RawHttp each : lines) {
                String results = each.answer().expectProblem(408, "batch-incomplete").member("results").toString();
                assertThat(results).containsSubsequence("\"offset\":", "request-timeout", "Line 2");
            }
            drips.removeAll(lines);
            assertThat(http2.answer().member("code").string()).isEqualTo("request-timeout");
            for (RawHttp drip : drips) {
                assertThat(drip.answer().expectProblem(408, "request-timeout").member("detail").string())
                    .contains(Long.toString(SharedBroker.BODY_TIMEOUT_MILLIS));
            }
            assertThat(client.readAll("slow", 0)).hasSize(1);
        } finally {
            drips.forEach(RawHttp::close);
        }
    }

    @Test
    void bodyThatArrivesInPiecesIsStoredAndItsConnectionServesOn(BrokerProcess broker) {
        String body = "{\"payload\":\"" + "x".repeat(300_000) + "\"}";
        try (RawHttp connection = new RawHttp(broker.httpPort())) {
            broker.client().createTopic("pieces", 1);

            connection.send(RawHttp.head(POST.replace("slow", "%70ieces"), "Host: localhost",
                "Content-Type: application/json", "Content-Length: " + body.length()));
            broker.client().get("/v1/topics").expect(200);
            connection.send(body.substring(0, 10));
            broker.client().get("/v1/topics").expect(200);
            String location = connection.send(body.substring(10)).answer().expect(201).header("Location").orElseThrow();
            connection.send(RawHttp.head(POST.replace("slow", "pieces"), "Host: localhost",
                "Content-Type: application/json", "Transfer-Encoding: chunked"));
            broker.client().get("/v1/topics").expect(200);
            RawAnswer chunked = connection.send(Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n")
                .answer().expect(201);

            assertThat(chunked.header("Connection")).as("no length, no further request").hasValue("close");
            assertThat(location).isEqualTo("http://localhost/v1/topics/pieces/partitions/0/messages/0");
            assertThat(broker.client().readAll("pieces", 0)).hasSize(2);
        }
    }

    @Test
    void bodyThatBreaksOffLaterIsRefusedAndNotStored(BrokerProcess broker) {
        String post = POST.replace("slow", "broken-off");
        try (RawHttp badChunk = new RawHttp(broker.httpPort());
             RawHttp cut = new RawHttp(broker.httpPort())) {
            broker.client().createTopic("broken-off", 1);
            badChunk.send(RawHttp.head(post, "Host: localhost", "Content-Type: application/json",
                "Transfer-Encoding: chunked"));
            cut.send(RawHttp.head(post, "Host: localhost", "Content-Type: application/json", "Content-Length: 99"));
            broker.client().get("/v1/topics").expect(200);

            badChunk.send("zz\r\n{\"payload\":1}\r\n0\r\n\r\n");
            cut.send("{\"payload\":1}").endOutput();

            badChunk.answer().expect(400);
            assertThatThrownBy(cut::answer).isInstanceOf(UncheckedIOException.class);
            assertThat(broker.client().readAll("broken-off", 0)).isEmpty();
        }
    }

    /** Nobody can be told: the server closes a connection as soon as its client says that nothing more comes. */
    @ParameterizedTest
    @CsvSource({"Content-Length: 99,1,0", "Content-Length: 99,2,9", "Transfer-Encoding: chunked,1,0",
        "Transfer-Encoding: chunked,1,9"})
    void linesBeforeTheEndOfAConnectionAreStoredAndNothingElse(String length, int lines, int moreBytes,
                                                               BrokerProcess broker) {
        String topic = "lines-%d-%d-%d".formatted(length.length(), lines, moreBytes);
        String line = length.startsWith("Transfer") ? CHUNK : LINE;
        try (RawHttp cut = lines(broker, topic, length)) {
            cut.send(line.repeat(lines) + line.substring(0, moreBytes)).endOutput();

            assertThatThrownBy(cut::answer).isInstanceOf(UncheckedIOException.class);
            awaitLines(broker, topic, lines);
        }
    }

    /** The server answers by itself, before anybody reads that the body is broken. */
    @Test
    void linesBeforeAMalformedChunkAreStoredAndTheAnswerSaysThatNobodyKnows(BrokerProcess broker) {
        String topic = "lines-bad-chunk";
        try (RawHttp cut = lines(broker, topic, "Transfer-Encoding: chunked").send(CHUNK.repeat(STORED_AT_ONCE))) {
            awaitLines(broker, topic, STORED_AT_ONCE);

            RawAnswer answer = cut.send("zz\r\n\r\n").answer();

            assertThat(answer.expect(504).text()).isEmpty();
            assertThat(payloads(broker, topic)).hasSize(STORED_AT_ONCE);
        }
    }

    private static void awaitLines(BrokerProcess broker, String topic, int lines) {
        Awaitility.await("lines").atMost(Duration.ofSeconds(60))
            .until(() -> payloads(broker, topic).equals(Collections.nCopies(lines, "1")));
    }

    private static RawHttp lines(BrokerProcess broker, String topic, String length) {
        broker.client().createTopic(topic, 1);
        return linesTo(topic, broker.httpPort(), length);
    }

    private static RawHttp linesTo(String topic, int httpPort, String length) {
        return new RawHttp(httpPort).send(RawHttp.head(POST.replace("slow", topic), "Host: localhost",
            "Content-Type: application/x-ndjson", length));
    }

    private static List<String> payloads(BrokerProcess broker, String topic) {
        return broker.client().readAll(topic, 0).stream().map(StoredMessage::payloadText).toList();
    }

    private static RawHttp drip(int httpPort, boolean chunked) {
        String length = chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + LENGTH_BYTES;
        String head = RawHttp.head(POST, "Host: localhost", "Content-Type: application/json", length);
        return new RawHttp(httpPort).send(head + (chunked ? "3e8\r\n{" : "{"));
    }
}
