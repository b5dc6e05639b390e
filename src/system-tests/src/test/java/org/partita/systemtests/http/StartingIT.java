package org.partita.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.FreePort;
import org.partita.systemtests.harness.RawAnswer;
import org.partita.systemtests.harness.RawHttp;

/** Requests that come as soon as the port is open, long before the application is deployed. */
class StartingIT {
    private static final Duration OPEN_WITHIN = Duration.ofSeconds(60);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

    @TempDir
    private Path data;

    @Test
    void whoAsksTooEarlyIsAnsweredByTheBroker() {
        int port = FreePort.next();
        try (BrokerProcess broker = BrokerProcess.launch(data, port)) {
            CompletableFuture<RawAnswer> health = CompletableFuture.supplyAsync(() -> firstAnswer(port,
                "/health/ready"));
            RawAnswer topics = firstAnswer(port, "/v1/topics");
            broker.awaitReady();

            if (topics.status() != 200) topics.expectProblem(503, "starting");
            assertThat(health.join().text()).contains("\"partita-broker\"");
        }
    }

    @Test
    void brokerThatIsToldToStopWhileOthersWaitForItStops() {
        int exitCode;
        try (BrokerProcess broker = BrokerProcess.launch(data, FreePort.next());
             RawHttp waiting = firstConnection(broker)) {
            waiting.send(RawHttp.head("GET /v1/topics HTTP/1.1", "Host: localhost"));

            exitCode = broker.terminate();
        }

        assertThat(exitCode).isIn(0, 128 + 15);
    }

    /** Before that the launcher tries the port itself. */
    private static boolean isServerStarting(BrokerProcess broker) {
        return broker.outputLines().stream().anyMatch(line -> line.contains("starting broker"));
    }

    private static RawHttp firstConnection(BrokerProcess broker) {
        Awaitility.await("the server").atMost(OPEN_WITHIN).pollInterval(LOOK_AGAIN)
            .until(() -> isServerStarting(broker));
        return Awaitility.await("a connection").atMost(OPEN_WITHIN).pollDelay(Duration.ZERO).pollInterval(LOOK_AGAIN)
            .ignoreException(UncheckedIOException.class).until(() -> new RawHttp(broker.httpPort()), open -> true);
    }

    private static RawAnswer firstAnswer(int port, String path) {
        return Awaitility.await("an answer").atMost(OPEN_WITHIN).pollDelay(Duration.ZERO).pollInterval(LOOK_AGAIN)
            .ignoreException(UncheckedIOException.class)
            .until(() -> RawHttp.exchange(port, "", "GET " + path + " HTTP/1.1", "Host: localhost"), answer -> true);
    }
}
