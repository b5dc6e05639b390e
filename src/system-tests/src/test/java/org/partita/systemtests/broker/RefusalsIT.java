package org.partita.systemtests.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.JsonText;
import org.partita.systemtests.harness.SharedBroker;

/** What the broker refuses, and how it says so. */
@ExtendWith(SharedBroker.class)
class RefusalsIT {
    private static final String MISSING = "/v1/topics/missing";

    @ParameterizedTest
    @ValueSource(strings = {"3.7", "9223372036854775808", "1e30", "4294967297", "\"5\"", "true", "0", "-1"})
    void malformedNumberIsRefusedWithItsField(String number, BrokerClient broker) {
        Answer answer = broker.post("/v1/topics", JSON, "{\"name\":\"numbers\",\"partitions\":%s}".formatted(number));

        JsonText problem = answer.expectProblem(400, "invalid-request");
        assertThat(problem.member("field").string()).isEqualTo("partitions");
        broker.get("/v1/topics/numbers").expectProblem(404, "topic-not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.7", "9223372036854775808", "1e30", "4294967297", "\"5\"", "true", "{}", "-1"})
    void malformedPartitionOfAMessageIsRefusedWithItsField(String number, BrokerClient broker) {
        String topic = freshTopic(broker);

        Answer answer = broker.post(messages(topic), JSON, "{\"payload\":1,\"partition\":%s}".formatted(number));

        assertThat(answer.expectProblem(400, "invalid-request").member("field").string()).contains("partition");
        assertThat(broker.readAll(topic, 0)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "{\"payload\":1", "{\"payload\":1}xyz", "{\"payload\":1}{\"payload\":2}", "{\"payload\":1,}",
        "{\"payload\":NaN}", "{'payload':1}", "{\"payload\":01}", "{\"payload\":\"\\x\"}", "null"
    })
    void malformedBodyStoresNothing(String body, BrokerClient broker) {
        String topic = freshTopic(broker);

        Answer answer = broker.post(messages(topic), JSON, body).expect(400);

        assertThat(answer.json().member("code").string()).isIn("invalid-json", "invalid-request");
        assertThat(broker.readAll(topic, 0)).isEmpty();
    }

    @Test
    void misspeltMemberIsRefused(BrokerClient broker) {
        String topic = freshTopic(broker);

        Answer answer = broker.post(messages(topic), JSON, "{\"payload\":1,\"Key\":\"a\"}");

        assertThat(answer.expectProblem(400, "invalid-request").member("field").string()).contains("Key");
    }

    @Test
    void misspeltQueryParameterIsRefused(BrokerClient broker) {
        String topic = freshTopic(broker);

        Answer answer = broker.get("/v1/topics/" + topic + "/partitions/0/messages?offset=0&max=1");

        assertThat(answer.expectProblem(400, "invalid-request").member("field").string()).isEqualTo("max");
    }

    @Test
    void missingThingsAreNamed(BrokerClient broker) {
        String topic = freshTopic(broker);

        JsonText unknownTopic = broker.get(MISSING).expectProblem(404, "topic-not-found");
        broker.post(messages("missing"), JSON, "{\"payload\":1}").expectProblem(404, "topic-not-found");
        broker.get(MISSING + "/partitions/0/messages?offset=0").expectProblem(404, "topic-not-found");
        broker.get("/v1/topics/" + topic + "/partitions/7/messages?offset=0").expectProblem(404, "partition-not-found");
        broker.get("/v1/topics/" + topic + "/partitions/0/messages/5").expectProblem(404, "message-not-found");

        assertThat(unknownTopic.member("detail").string()).contains("missing", "POST /v1/topics");
    }

    @Test
    void wrongMethodNamesTheRightOnes(BrokerClient broker) {
        Answer answer = broker.send("DELETE", "/v1/topics");

        answer.expectProblem(405, "method-not-allowed");
        assertThat(answer.header("Allow")).hasValueSatisfying(allow -> assertThat(allow).contains("GET", "POST"));
    }

    @Test
    void formatsNobodySpeaksAreRefused(BrokerClient broker) {
        broker.get("/v1/topics", "Accept", "application/xml").expectProblem(406, "not-acceptable");
        broker.post("/v1/topics", "application/xml", "<topic/>").expectProblem(415, "unsupported-media-type");
    }

    @Test
    void topicCannotBeMadeTwice(BrokerClient broker) {
        String topic = freshTopic(broker);

        broker.post("/v1/topics", JSON, "{\"name\":\"%s\",\"partitions\":1}".formatted(topic))
            .expectProblem(409, "topic-exists");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "..", "__reserved", "", "ü", "a b"})
    void badNameIsRefused(String name, BrokerClient broker) {
        broker.post("/v1/topics", JSON, "{\"name\":%s,\"partitions\":1}".formatted(JsonText.quote(name)))
            .expectProblem(400, "invalid-name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"b154.x%2Fb", "b154.x%2Fmessages", "b154.x%252F", "b154.x+", "b154.x%20", "%2e%2e%2Fb154.x",
        "b154.x%00", "b154.x%C3%BC", "b154.x%3B"})
    void b154NameThatLeadsElsewhereIsRefusedAndTouchesNoTopic(String name, BrokerClient broker) {
        if (broker.get("/v1/topics/b154.x").status() == 404) broker.createTopic("b154.x", 1);

        for (String method : List.of("GET", "DELETE")) {
            assertThat(broker.send(method, "/v1/topics/" + name).status()).as(method).isBetween(400, 499);
        }
        Answer patched = broker.send("PATCH", "/v1/topics/" + name, JSON,
            "{\"config\":{\"flush\":\"async\"}}".getBytes(StandardCharsets.UTF_8));
        assertThat(patched.status()).isBetween(400, 499);

        JsonText config = broker.get("/v1/topics/b154.x").expect(200).json().member("config");
        assertThat(config.member("flush").string()).isEqualTo("commit");
    }

    @Test
    void messageAboveTheLimitIsRefusedWithTheLimit(BrokerClient broker) {
        String topic = freshTopic(broker);
        String tooLarge = "x".repeat((1 << 20) + 1);

        Answer answer = broker.post(messages(topic), JSON, "{\"payload\":\"%s\"}".formatted(tooLarge));

        JsonText problem = answer.expectProblem(413, "message-too-large");
        assertThat(problem.member("detail").string().replaceAll("[,.'\\s]", "")).contains("1048576");
        assertThat(broker.readAll(topic, 0)).isEmpty();
    }

    @Test
    void offsetBeyondTheEndIsAnsweredWithTheRange(BrokerClient broker) {
        String topic = freshTopic(broker);
        broker.publish(topic, "{\"payload\":1}");

        Answer answer = broker.get("/v1/topics/" + topic + "/partitions/0/messages?offset=99");

        JsonText problem = answer.expectProblem(416, "offset-out-of-range");
        assertThat(problem.member("logStartOffset").integer()).isZero();
        assertThat(problem.member("highWatermark").integer()).isEqualTo(1);
    }

    private static String freshTopic(BrokerClient broker) {
        String topic = "refusals-" + System.nanoTime();
        broker.createTopic(topic, 1);
        return topic;
    }

    private static String messages(String topic) {
        return "/v1/topics/" + topic + "/messages";
    }
}
