package org.partita.systemtests.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.JsonText;
import org.partita.systemtests.harness.SharedBroker;

/** A changed topic in a real server: in force at once; {@link CrashIT} has that it is there after a kill. */
@ExtendWith(SharedBroker.class)
class TopicChangeIT {
    @Test
    void changeIsInForceAtOnceAndCanBeTakenBack(BrokerClient client) {
        client.createTopic("changed", 2);
        client.publish("changed", "{\"payload\":\"0123456789\"}");

        patch(client, "{\"config\":{\"max.message.bytes\":40}}").expect(200);
        client.post("/v1/topics/changed/messages", JSON, "{\"payload\":\"" + "x".repeat(50) + "\"}")
            .expectProblem(413, "message-too-large");
        patch(client, "{\"partitions\":3}").expectProblem(400, "invalid-request");
        JsonText reset = patch(client, "{\"config\":{\"max.message.bytes\":null}}").expect(200).json();

        assertThat(reset.member("config").member("max.message.bytes").integer()).isEqualTo(1 << 20);
        client.post("/v1/topics/changed/messages", JSON, "{\"payload\":\"" + "x".repeat(50) + "\"}").expect(201);
    }

    @Test
    void timeCompressionAndReplicasInSyncAreChangedForTheNextMessage(BrokerClient client) {
        client.createTopic("stored-anew", 1);
        String old = "{\"payload\":\"" + "x".repeat(100_000) + "\",\"timestampMs\":1000}";
        client.publish("stored-anew", old);
        long plainBytes = sizeBytes(client);

        patch(client, "stored-anew", "{\"config\":{\"message.timestamp.type\":\"LogAppendTime\","
            + "\"compression.type\":\"zstd\"}}").expect(200);
        JsonText timed = client.post("/v1/topics/stored-anew/messages", JSON, old, "Idempotency-Key", "timed")
            .expect(201).json();
        patch(client, "stored-anew", "{\"config\":{\"message.timestamp.type\":null,\"min.insync.replicas\":2}}")
            .expect(200);
        client.post("/v1/topics/stored-anew/messages", JSON, old).expectProblem(503, "not-enough-replicas");
        client.post("/v1/topics/stored-anew/messages?acks=leader", JSON, old).expect(201);

        long timestampMillis = timed.member("timestampMs").integer();
        assertThat(timestampMillis).isGreaterThan(1_700_000_000_000L);
        assertThat(sizeBytes(client)).isLessThan(plainBytes + 2_000);
        assertThat(client.readAll("stored-anew", 0)).extracting(each -> each.json().member("timestampMs").integer())
            .containsExactly(1_000L, timestampMillis, 1_000L);
        assertThat(client.fetch("stored-anew", 0, "timestampMs=1001&limit=1").json().member("messages").elements()
            .get(0).member("offset").integer()).isEqualTo(1);
    }

    private static long sizeBytes(BrokerClient client) {
        return client.get("/v1/topics/stored-anew").expect(200).json().member("partitions").elements().get(0)
            .member("sizeBytes").integer();
    }

    private static Answer patch(BrokerClient client, String body) {
        return patch(client, "changed", body);
    }

    private static Answer patch(BrokerClient client, String topic, String body) {
        return client.send("PATCH", "/v1/topics/" + topic, "application/merge-patch+json", body.getBytes(UTF_8));
    }
}
