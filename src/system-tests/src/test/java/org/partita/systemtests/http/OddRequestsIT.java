package org.partita.systemtests.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.net.http.HttpClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.RawAnswer;
import org.partita.systemtests.harness.RawHttp;
import org.partita.systemtests.harness.SharedBroker;

/** Requests that the server in front of the broker would answer by itself, or wrongly. */
@ExtendWith(SharedBroker.class)
class OddRequestsIT {
    private static final int UPGRADES = 10;
    static final List<String> PATHS = List.of("/v1/topics", "/v1/topics/absent",
        "/v1/topics/absent/messages", "/v1/topics/absent/partitions/0/messages",
        "/v1/topics/absent/partitions/0/messages/0", "/v1/metadata", "/v1/cluster");

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/v1", "/v1/", "/v1/nothing", "/v1x", "/", "/WEB-INF/web.xml", "/error",
        "/META-INF/MANIFEST.MF", "/v1/topics/a/b/c/d", "//v1/topics", "/v1//topics", "/v1/topics/../topics"})
    void unknownPathIsAProblem(String path, BrokerProcess broker) {
        RawAnswer answer = exchange(broker, "GET " + path + " HTTP/1.1", "X-Request-Id: r-1");

        answer.expectProblem(404, "not-found");
        assertThat(answer.header("X-Request-Id")).contains("r-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "OPTIONS", "POST", "PATCH", "PROPFIND"})
    void unknownPathOutsideIsAProblemWithEveryMethod(String method, BrokerProcess broker) {
        exchange(broker, method + " /nothing HTTP/1.1", "Content-Length: 0").expectProblem(404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/topics/%zz", "/v1/topics/%", "/v1/topics/%2", "/v1/topics/%ff", "/v1/topics/%C3%28",
        "/v1/topics/a%00b", "/v1/topics/a%0ab", "/v1/topics/a%5Cb", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
        "/v1/topics;x=1", "/v1/topics/a;x=1", "/v1;a/topics", "/v1/topics;jsessionid=1", "/nothing;x"})
    void b154PathThatCannotBeReadIsABadRequest(String path, BrokerProcess broker) {
        RawAnswer answer = exchange(broker, "GET " + path + " HTTP/1.1", "X-Request-Id: r-1");

        assertThat(answer.expectProblem(400, "invalid-request").member("field").string()).isEqualTo("path");
        assertThat(answer.header("X-Request-Id")).contains("r-1");
    }

    @ParameterizedTest
    @CsvSource({"a%2Fb,400", "a%252Fb,400", "a+b,400", "a%20b,400", "%2e%2e,400", "a%3Bb,400", "a%3Fb,400",
        "%61bsent,404", "absent/,404", "/absent,404"})
    void b154OddNameTouchesNoOtherTopic(String name, int status, BrokerProcess broker) {
        String body = "{\"payload\":1}";
        String length = "Content-Length: " + body.length();
        int before = broker.client().get("/v1/topics").json().member("topics").elements().size();

        RawAnswer published = RawHttp.exchange(broker.httpPort(), body,
            "POST /v1/topics/" + name + "/messages HTTP/1.1", "Host: localhost", "Content-Type: application/json",
            length);
        RawAnswer deleted = exchange(broker, "DELETE /v1/topics/" + name + " HTTP/1.1");

        assertThat(published.expect(status).header("Content-Type")).contains("application/problem+json");
        assertThat(deleted.expect(deleted.status() == 405 ? 405 : status).header("Content-Type"))
            .contains("application/problem+json");
        assertThat(broker.client().get("/v1/topics").json().member("topics").elements()).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Type: ///", "Content-Type: application/json;charset", "Content-Type: json"})
    void contentTypeThatCannotBeReadIsAProblem(String header, BrokerProcess broker) {
        RawAnswer answer = RawHttp.exchange(broker.httpPort(), "{}", "POST /v1/topics HTTP/1.1", "Host: localhost",
            header, "Content-Length: 2");

        answer.expectProblem(400, "invalid-request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Accept: ///", "Accept: application/json;q=abc"})
    void acceptThatCannotBeReadIsAProblem(String header, BrokerProcess broker) {
        exchange(broker, "GET /v1/topics HTTP/1.1", header).expectProblem(400, "invalid-request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483648", "3000000000", "9223372036854775807"})
    void lengthBeyond32BitsIsTooLarge(String length, BrokerProcess broker) {
        RawAnswer answer = RawHttp.exchange(broker.httpPort(), "", "POST /v1/topics HTTP/1.1", "Host: localhost",
            "Content-Type: application/json", "Content-Length: " + length);

        assertThat(answer.expectProblem(413, "request-too-large").member("limit").integer()).isEqualTo(16 << 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Transfer-Encoding: junk", "Transfer-Encoding: gzip, chunked"})
    void bodyWithoutAKnownEndIsRefused(String header, BrokerProcess broker) {
        RawAnswer answer = RawHttp.exchange(broker.httpPort(), "0\r\n\r\n", "POST /v1/topics HTTP/1.1",
            "Host: localhost", "Content-Type: application/json", header);

        assertThat(answer.expectProblem(400, "invalid-request").member("field").string())
            .isEqualTo("Transfer-Encoding");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /v1/topics HTTP/1.1\nHost: localhost\n\n", "GET /v1/topics HTTP/3.0\r\n\r\n",
        "GET /v1/topics HTTP/1.1\r\n\r\n", "GET /v1/topics HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
        "POST /v1/topics HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "POST /v1/topics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x"})
    void malformedHttpIsRefusedByTheServerWithoutAnyBody(String request, BrokerProcess broker) {
        try (RawHttp connection = new RawHttp(broker.httpPort())) {
            RawAnswer answer = connection.send(request).answer();

            assertThat(answer.status()).isIn(400, 505);
            assertThat(answer.text()).isEmpty();
        }
    }

    @Test
    void b142HttpOneDotZeroGetsAWholeAnswerThatIsNotChunked(BrokerProcess broker) {
        broker.client().createTopic("one-dot-zero", 1);
        String body = "{\"payload\":\"" + "x".repeat(100_000) + "\"}";

        RawAnswer published = RawHttp.exchange(broker.httpPort(), body,
            "POST /v1/topics/one-dot-zero/messages HTTP/1.0", "Content-Type: application/json",
            "Content-Length: " + body.length());
        RawAnswer read = RawHttp.exchange(broker.httpPort(), "",
            "GET /v1/topics/one-dot-zero/partitions/0/messages?offset=0 HTTP/1.0");

        published.expect(201);
        assertThat(read.expect(200).header("Transfer-Encoding")).isEmpty();
        assertThat(read.json().member("messages").elements()).hasSize(1);
    }

    @Test
    void emptyLinesBeforeARequestArePassedOver(BrokerProcess broker) {
        broker.client().createTopic("empty-lines", 1);
        String publish = RawHttp.head("POST /v1/topics/empty-lines/messages HTTP/1.1", "Host: localhost",
            "Content-Type: application/json", "Content-Length: 13") + "{\"payload\":1}";
        try (RawHttp connection = new RawHttp(broker.httpPort())) {
            for (String lines : List.of("\r\n", "\r\n\r\n", "\n")) {
                connection.send(lines + publish).answer().expect(201);
                connection.send(lines + RawHttp.head("GET /v1/topics/empty-lines HTTP/1.1", "Host: localhost")).answer()
                    .expect(200);
            }
        }

        assertThat(broker.client().readAll("empty-lines", 0)).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":80"})
    void requestWithAnEmptyHostIsNoSuccess(String host, BrokerProcess broker) {
        RawHttp.exchange(broker.httpPort(), "{}", "POST /v1/topics HTTP/1.1", "Host: " + host, "Content-Length: 2",
            "Content-Type: application/json").expectProblem(403, "forbidden");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a\"b", "a,b", ""})
    void requestIdThatIsNotHarmlessIsReplaced(String id, BrokerProcess broker) {
        for (String path : List.of("/v1/topics", "/nothing", "/v1/topics/%zz", "/v1/topics;x")) {
            RawAnswer answer = exchange(broker, "GET " + path + " HTTP/1.1", "X-Request-Id: " + id);

            assertThat(answer.header("X-Request-Id")).get().asString().isNotEqualTo(id).hasSize(36);
        }
    }

    @Test
    void requestIdHas128CharactersAtMost(BrokerProcess broker) {
        String longest = "x".repeat(128);

        RawAnswer kept = exchange(broker, "GET /nothing HTTP/1.1", "X-Request-Id: " + longest);
        RawAnswer replaced = exchange(broker, "GET /nothing HTTP/1.1", "X-Request-Id: " + longest + "x");

        assertThat(kept.header("X-Request-Id")).contains(longest);
        assertThat(replaced.header("X-Request-Id")).get().asString().hasSize(36);
    }

    @Test
    void reusedKeyHasAReasonPhraseThatSaysSomething(BrokerProcess broker) {
        broker.client().createTopic("phrase", 1);
        broker.client().post("/v1/topics/phrase/messages", JSON, "{\"payload\":1}", "Idempotency-Key", "k").expect(201);
        String body = "{\"payload\":2}";

        RawAnswer answer = RawHttp.exchange(broker.httpPort(), body, "POST /v1/topics/phrase/messages HTTP/1.1",
            "Host: localhost", "Content-Type: application/json", "Idempotency-Key: k",
            "Content-Length: " + body.length());

        answer.expectProblem(422, "idempotency-key-reused");
        assertThat(answer.statusLine()).isEqualTo("HTTP/1.1 422 Unprocessable Content");
    }

    @Test
    void unknownQueryParameterIsRefusedOnEveryPath(BrokerClient broker) {
        for (String path : PATHS) {
            Answer answer = path.endsWith("absent/messages") ? broker.post(path + "?x=1", JSON, "{\"payload\":1}")
                : broker.get(path + "?x=1");

            assertThat(answer.expectProblem(400, "invalid-request").member("field").string()).as(path).isEqualTo("x");
        }
    }

    @Test
    void b146WhatDoesNotExistIsSaidAtOnce(BrokerClient broker) {
        broker.post("/v1/topics/absent/messages?timeoutMs=25000", JSON, "{\"payload\":1}")
            .expectProblem(404, "topic-not-found");
        broker.get("/v1/topics/absent/partitions/0/messages?offset=0&waitMs=25000")
            .expectProblem(404, "topic-not-found");
        broker.send("DELETE", "/v1/topics/absent").expectProblem(404, "topic-not-found");
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 20_000, 200_000})
    void upgradeToHttp2IsServedAlike(int sizeBytes, BrokerProcess broker) {
        String topic = "http-two-" + sizeBytes;
        broker.client().createTopic(topic, 1);
        byte[] body = ("{\"payload\":\"" + "x".repeat(sizeBytes) + "\"}").getBytes(US_ASCII);

        for (int i = 0; i < UPGRADES; i++) {
            BrokerClient client = broker.client().askingForHttp2();
            Answer answer = client.send("POST", "/v1/topics/" + topic + "/messages", JSON, body).expect(201);
            client.send("POST", "/v1/topics/" + topic + "/messages", JSON, body).expect(201);
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        }

        assertThat(broker.client().readAll(topic, 0)).hasSize(2 * UPGRADES);
    }

    static RawAnswer exchange(BrokerProcess broker, String line, String... headers) {
        String[] lines = new String[headers.length + 2];
        lines[0] = line;
        lines[1] = "Host: localhost:" + broker.httpPort();
        System.arraycopy(headers, 0, lines, 2, headers.length);
        return RawHttp.exchange(broker.httpPort(), "", lines);
    }
}
