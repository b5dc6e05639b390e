package org.partita.systemtests.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.JsonText;

/** A changed topic in a real server: in force at once, and there after a kill. */
class TopicChangeIT {
    @TempDir
    private Path directory;

    @Test
    void changeIsInForceAtOnceAndSurvivesAKill() {
        try (BrokerProcess broker = BrokerProcess.start(directory)) {
            BrokerClient client = broker.client();
            client.createTopic("orders", 2);
            client.publish("orders", "{\"payload\":\"0123456789\"}");

            patch(client, "{\"config\":{\"max.message.bytes\":40,\"retention.ms\":3600000,\"flush\":\"async\"}}")
                .expect(200);

            client.post("/v1/topics/orders/messages", JSON, "{\"payload\":\"" + "x".repeat(50) + "\"}")
                .expectProblem(413, "message-too-large");
            patch(client, "{\"partitions\":3}").expectProblem(400, "invalid-request");
            broker.kill();
        }
        try (BrokerProcess broker = BrokerProcess.start(directory)) {
            JsonText config = broker.client().get("/v1/topics/orders").expect(200).json().member("config");
            assertThat(config.member("max.message.bytes").integer()).isEqualTo(40);
            assertThat(config.member("retention.ms").integer()).isEqualTo(3_600_000);
            assertThat(config.member("flush").string()).isEqualTo("async");

            JsonText reset = patch(broker.client(), "{\"config\":{\"max.message.bytes\":null}}").expect(200).json();

            assertThat(reset.member("config").member("max.message.bytes").integer()).isEqualTo(1 << 20);
        }
    }

    private static Answer patch(BrokerClient client, String body) {
        return client.send("PATCH", "/v1/topics/orders", "application/merge-patch+json", body.getBytes(UTF_8));
    }
}
