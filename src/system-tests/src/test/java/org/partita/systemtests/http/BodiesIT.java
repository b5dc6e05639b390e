package org.partita.systemtests.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.RawHttp;
import org.partita.systemtests.harness.StoredMessage;
import org.partita.systemtests.harness.SharedBroker;

/** What a request body may be, and what of it is stored. */
@ExtendWith(SharedBroker.class)
class BodiesIT {
    private static final String BODY = "{\"payload\":1}";

    private String topic;
    private String messages;

    @BeforeEach
    void createTopic(BrokerClient broker) {
        topic = "bodies-" + System.nanoTime();
        messages = "/v1/topics/" + topic + "/messages";
        broker.createTopic(topic, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.5", "{}", "[]", "true", "{\"a\":1}"})
    void b134KeyThatIsNoTextIsRefusedAndStoresNothing(String key, BrokerClient broker) {
        Answer answer = broker.post(messages, JSON, "{\"payload\":1,\"key\":" + key + "}");

        assertThat(answer.expectProblem(400, "invalid-request").member("field").string()).isEqualTo("key");
        assertThat(broker.readAll(topic, 0)).isEmpty();
    }

    @Test
    void b134EmptyKeyIsAKeyAndNullIsNone(BrokerClient broker) {
        broker.publish(topic, "{\"payload\":1,\"key\":\"\"}");
        broker.publish(topic, "{\"payload\":2,\"key\":null}");

        String page = broker.fetch(topic, 0, "offset=0").text();

        assertThat(page).containsSubsequence("\"key\":\"\"", "\"key\":null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"abc\"", "\"\\\"abc\\\"\"", "abc1", "1.50", "{ \"b\" : 1,\"a\":2 }"})
    void b135PayloadComesOutAsItWentIn(String payload, BrokerClient broker) {
        boolean json = !payload.equals("abc1");

        Answer answer = broker.post(messages, JSON, "{\"payload\":" + payload + "}");

        if (json) assertThat(broker.readAll(topic, 0).get(0).payloadText()).isEqualTo(payload);
        else answer.expectProblem(400, "invalid-json");
        assertThat(broker.readAll(topic, 0)).hasSize(json ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/octet-stream"})
    void b135TextAndBytesComeOutAsTheyWentInWithTheirContentType(String contentType, BrokerClient broker) {
        broker.post(messages, contentType, "\"abc\"").expect(201);

        StoredMessage stored = broker.readAll(topic, 0).get(0);
        assertThat(stored.payloadText()).isEqualTo("\"abc\"");
        assertThat(stored.json().member("contentType").string()).isEqualTo(contentType);
    }

    @Test
    void b135FormIsNotTakenForAMessage(BrokerClient broker) {
        broker.post(messages, "application/x-www-form-urlencoded", "abc").expectProblem(415, "unsupported-media-type");

        assertThat(broker.readAll(topic, 0)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"key\":\"a\",\"payload\":1", "{\"payload\":1}xyz", "{\"payload\":1}{\"payload\":2}",
        "{\"payload\":1,}", "{\"payload\":NaN}", "{'payload':1}", "null", "", "[]", "\"x\"", "{\"payload\":1}\u0000"})
    void b136BodyThatIsNotOneJsonObjectStoresNothing(String body, BrokerClient broker) {
        Answer answer = broker.post(messages, JSON, body).expect(400);

        assertThat(answer.json().member("code").string()).isIn("invalid-json", "invalid-request");
        assertThat(broker.readAll(topic, 0)).isEmpty();
    }

    @Test
    void b138MissingContentTypeAndMissingBodyAreSaidClearly(BrokerProcess broker) {
        assertThat(RawHttp.exchange(broker.httpPort(), BODY, "POST " + messages + " HTTP/1.1", "Host: localhost",
            "Content-Length: " + BODY.length()).expectProblem(415, "unsupported-media-type").member("detail").string())
            .contains("without Content-Type");
        assertThat(RawHttp.exchange(broker.httpPort(), "", "POST " + messages + " HTTP/1.1", "Host: localhost",
            "Content-Type: application/json").expectProblem(400, "invalid-json").member("detail").string())
            .contains("empty");
        RawHttp.exchange(broker.httpPort(), "", "POST " + messages + " HTTP/1.1", "Host: localhost",
            "Content-Length: 0").expectProblem(415, "unsupported-media-type");
        RawHttp.exchange(broker.httpPort(), "{}", "GET /v1/topics HTTP/1.1", "Host: localhost",
            "Content-Type: application/json", "Content-Length: 2").expect(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP", "x-gzip", "Gzip"})
    void b139GzipIsStoredDecompressed(String encoding, BrokerClient broker) {
        send(broker, Gzip.of(BODY), encoding).expect(201);

        assertThat(broker.readAll(topic, 0).get(0).payloadText()).isEqualTo("1");
    }

    @Test
    void b139IdentityIsNoEncoding(BrokerClient broker) {
        send(broker, BODY.getBytes(UTF_8), "identity").expect(201);

        assertThat(broker.readAll(topic, 0)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"deflate", "br", "zstd", "gzip, gzip", "junk"})
    void b139OtherEncodingIsUnsupported(String encoding, BrokerClient broker) {
        send(broker, BODY.getBytes(UTF_8), encoding).expectProblem(415, "unsupported-media-type");

        assertThat(broker.readAll(topic, 0)).isEmpty();
    }

    @Test
    void b139DamagedGzipStoresNothing(BrokerClient broker) {
        byte[] whole = Gzip.of(BODY);
        byte[] wrongChecksum = whole.clone();
        wrongChecksum[whole.length - 8] ^= 1;

        for (byte[] damaged : new byte[][] {BODY.getBytes(UTF_8), {}, Arrays.copyOf(whole, whole.length - 1),
            Arrays.copyOf(whole, whole.length - 8), Arrays.copyOf(whole, whole.length - 9), wrongChecksum,
            Arrays.copyOf(whole, whole.length + 1), Arrays.copyOf(whole, whole.length + 40)}) {
            assertThat(send(broker, damaged, "gzip").expectProblem(400, "invalid-request").member("field").string())
                .isEqualTo("Content-Encoding");
        }

        assertThat(broker.readAll(topic, 0)).isEmpty();
    }

    private Answer send(BrokerClient broker, byte[] body, String encoding) {
        return broker.send("POST", messages, JSON, body, "Content-Encoding", encoding);
    }
}
