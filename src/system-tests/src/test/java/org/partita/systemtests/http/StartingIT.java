package org.partita.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.FreePort;
import org.partita.systemtests.harness.RawAnswer;
import org.partita.systemtests.harness.RawHttp;

/** Requests that come as soon as the port is open, before the broker serves. */
@Timeout(180)
class StartingIT {
    private static final Duration OPEN_WITHIN = Duration.ofSeconds(60);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

    @TempDir
    private Path data;

    /** A pipe in the place of a file of the broker keeps it until somebody opens the other end. */
    @Test
    void b055BrokerThatIsStartingSaysSoFromTheFirstRequestOn(@TempDir Path elsewhere) throws Exception {
        Path pipe = elsewhere.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        Path reserve = Files.createLink(data.resolve("reserve"), pipe);
        int port = FreePort.next();
        try (BrokerProcess broker = BrokerProcess.launch(data, port)) {
            CompletableFuture<RawAnswer> health = CompletableFuture.supplyAsync(() ->
                firstAnswer(port, "/health/ready"));
            RawAnswer topics = firstAnswer(port, "/v1/topics");
            Answer publish = broker.client().post("/v1/topics/orders/messages", JSON, "{\"payload\":1}");
            letGo(reserve, pipe);
            broker.awaitReady();

            topics.expectProblem(503, "starting");
            assertThat(topics.header("Retry-After")).isPresent();
            publish.expectProblem(503, "starting");
            assertThat(health.join().expect(503).text()).contains("\"partita-broker\"", "\"starting\"");
        }
    }

    private static void letGo(Path reserve, Path pipe) throws IOException {
        Files.delete(reserve);
        Files.newOutputStream(pipe).close();
    }

    private static RawAnswer firstAnswer(int port, String path) {
        return Awaitility.await("an answer").atMost(OPEN_WITHIN).pollDelay(Duration.ZERO).pollInterval(LOOK_AGAIN)
            .ignoreException(UncheckedIOException.class)
            .until(() -> RawHttp.exchange(port, "", "GET " + path + " HTTP/1.1", "Host: localhost"), answer -> true);
    }
}
