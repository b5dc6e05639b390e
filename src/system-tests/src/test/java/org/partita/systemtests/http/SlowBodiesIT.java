package org.partita.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.Position;
import org.partita.systemtests.harness.RawAnswer;
import org.partita.systemtests.harness.RawHttp;
import org.partita.systemtests.harness.SharedBroker;
import org.partita.systemtests.harness.SharedBroker.Configured;

/** Clients that send their body slowly, or never to its end; more of them than the server has threads. */
@ExtendWith(SharedBroker.class)
class SlowBodiesIT {
    private static final int DRIPS = 300;
    private static final int LENGTH_BYTES = 1_000;
    private static final String POST = "POST /v1/topics/slow/messages HTTP/1.1";

    @Test
    void manySlowBodiesHoldUpNoOtherRequestAndTheLateOnesAreRefused(@Configured BrokerProcess broker) {
        BrokerClient client = broker.client();
        List<RawHttp> drips = new ArrayList<>();
        try {
            client.createTopic("slow", 1);
            for (int i = 0; i < DRIPS; i++) drips.add(drip(broker.httpPort(), i % 2 == 0));

            Position published = client.publish("slow", "{\"payload\":1}");
            client.post("/v1/topics", JSON, "{\"name\":\"made-meanwhile\"}").expect(201);

            assertThat(published).isEqualTo(new Position(0, 0));
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

            assertThat(statusOrEnd(badChunk)).isIn(400, 0);
            assertThat(statusOrEnd(cut)).isIn(400, 0);
            assertThat(broker.client().readAll("broken-off", 0)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 99", "Transfer-Encoding: chunked"})
    void linesThatBreakOffAreNeverASuccessOfTheWhole(String length, BrokerProcess broker) {
        String topic = "lines-cut-" + length.length();
        String line = "{\"payload\":1}\n";
        try (RawHttp cut = new RawHttp(broker.httpPort())) {
            broker.client().createTopic(topic, 1);
            cut.send(RawHttp.head(POST.replace("slow", topic), "Host: localhost", "Content-Type: application/x-ndjson",
                length));

            cut.send(length.startsWith("Transfer") ? Integer.toHexString(line.length()) + "\r\n" + line + "\r\n" : line)
                .endOutput();

            assertThat(statusOrEnd(cut)).isIn(400, 0);
            assertThat(broker.client().readAll(topic, 0)).hasSizeLessThanOrEqualTo(1);
        }
    }

    /** The server may close the connection instead of answering; 0 stands for that. */
    private static int statusOrEnd(RawHttp connection) {
        try {
            return connection.answer().status();
        } catch (UncheckedIOException closed) {
            return 0;
        }
    }

    private static RawHttp drip(int httpPort, boolean chunked) {
        String length = chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + LENGTH_BYTES;
        String head = RawHttp.head(POST, "Host: localhost", "Content-Type: application/json", length);
        return new RawHttp(httpPort).send(head + (chunked ? "3e8\r\n{" : "{"));
    }
}
