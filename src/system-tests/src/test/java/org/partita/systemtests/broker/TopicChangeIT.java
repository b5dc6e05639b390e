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

    private static Answer patch(BrokerClient client, String body) {
        return client.send("PATCH", "/v1/topics/changed", "application/merge-patch+json", body.getBytes(UTF_8));
    }
}
