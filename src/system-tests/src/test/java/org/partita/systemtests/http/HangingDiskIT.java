package org.partita.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.FreePort;
import org.partita.systemtests.harness.HeldForces;

/** What publishers are told while the disk does not end to force what it took. */
@Timeout(180)
class HangingDiskIT {
    private static final String TOPIC = "hanging";
    private static final String MESSAGES = "/v1/topics/" + TOPIC + "/messages";
    private static final String IN_FLIGHT = "idempotency-in-flight";
    /** More than an append needs to reach the log. */
    private static final int SHORT_MILLIS = 2_000;
    private static final int LONG_MILLIS = 25_000;
    private static final Duration TOLD_WITHIN = Duration.ofSeconds(60);

    @TempDir
    private Path data;

    @Test
    void outcomeIsUnknownThenInFlightAndWhenTheDiskGoesOnThatOfTheFirstRequest() {
        int debugPort = FreePort.next();
        try (BrokerProcess broker = BrokerProcess.startForDebugger(data, debugPort)) {
            broker.client().createTopic(TOPIC, 1);
            Answer first;
            Answer repeated;
            HeldForces held = HeldForces.at(debugPort);
            try (held) {
                first = publish(broker, SHORT_MILLIS);
                repeated = untilInFlight(broker);
            }
            Answer last = publish(broker, LONG_MILLIS);

            first.expectProblem(504, "acknowledgement-timeout");
            repeated.expectProblem(409, IN_FLIGHT);
            assertThat(first.header("Cache-Control")).contains("no-store");
            assertThat(repeated.header("Cache-Control")).contains("no-store");
            assertThat(last.expect(201).header("Idempotency-Replayed")).contains("true");
            assertThat(broker.client().readAll(TOPIC, 0)).hasSize(1);
        }
    }

    /** Where nothing is on time the second request may be told of its own lateness first. */
    private static Answer untilInFlight(BrokerProcess broker) {
        return Awaitility.await(IN_FLIGHT).atMost(TOLD_WITHIN).pollDelay(Duration.ZERO)
            .until(() -> publish(broker, SHORT_MILLIS), answer -> answer.status() != 504);
    }

    private static Answer publish(BrokerProcess broker, int timeoutMillis) {
        return broker.client().post(MESSAGES + "?timeoutMs=" + timeoutMillis, JSON, "{\"payload\":1}",
            "Idempotency-Key", "held");
    }
}
