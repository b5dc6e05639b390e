package org.partita.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.Position;
import org.partita.systemtests.harness.ProcessFigures;
import org.partita.systemtests.harness.RawHttp;

/** Many requests that are slow, broken or noise, and what they leave behind in a broker: nothing. */
class HostileRequestsIT {
    private static final int REQUESTS = Integer.getInteger("partita.hostile.requests",
        Boolean.getBoolean("partita.soak") ? 10_000 : 600);
    private static final int AT_A_TIME = 200;
    /** Until classes are loaded, threads are there and what the server keeps for each of them has its size. */
    private static final int FIRST_REQUESTS = 1_000;
    /** 10,000 requests leave 4 to 7 MB, buffers that the server keeps for each thread; 10,000 more leave nothing. */
    private static final ProcessFigures ROOM = new ProcessFigures(10, 10, 16 << 20);
    /** Longer than the server keeps an idle connection. */
    private static final Duration GONE_WITHIN = Duration.ofSeconds(90);

    private static final int MOST_STEPS = Arrays.stream(HostileRequest.values()).mapToInt(HostileRequest::steps).max()
        .orElseThrow();

    @TempDir
    private Path data;

    @Test
    void nothingIsLeftBehindAndPublishesWork() throws IOException {
        Path settings = Files.writeString(data.resolveSibling(data.getFileName() + ".properties"),
            "partita.http.body-timeout-ms=2000");
        try (BrokerProcess broker = BrokerProcess.start(data, "--config", settings.toString())) {
            broker.client().createTopic(HostileRequest.TOPIC, 1);
            attack(broker.httpPort(), FIRST_REQUESTS);
            ProcessFigures before = settled(broker.pid());

            attack(broker.httpPort(), REQUESTS);

            Awaitility.await("what they took").atMost(GONE_WITHIN).pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(ProcessFigures.of(broker.pid()))
                    .matches(now -> now.isWithin(before, ROOM), "not above " + before + " by more than " + ROOM));
            System.out.printf("%d hostile requests: before %s, after %s%n", REQUESTS, before,
                ProcessFigures.of(broker.pid()));
            assertThat(broker.client().publish(HostileRequest.TOPIC, "{\"payload\":1}")).isEqualTo(new Position(0, 0));
        } finally {
            Files.delete(settings);
        }
    }

    /** When no more connections of before are being closed. */
    private static ProcessFigures settled(long pid) {
        AtomicReference<ProcessFigures> last = new AtomicReference<>(ProcessFigures.of(pid));
        Awaitility.await("connections that close").atMost(GONE_WITHIN).pollInterval(Duration.ofSeconds(1)).until(() -> {
            ProcessFigures now = ProcessFigures.of(pid);
            return now.descriptors() >= last.getAndSet(now).descriptors();
        });
        return last.get();
    }

    private static void attack(int httpPort, int requests) {
        HostileRequest[] kinds = HostileRequest.values();
        for (int done = 0; done < requests; done += AT_A_TIME) {
            List<RawHttp> connections = new ArrayList<>();
            for (int i = 0; i < AT_A_TIME; i++) connections.add(new RawHttp(httpPort));
            for (int step = 0; step < MOST_STEPS; step++) {
                for (int i = 0; i < AT_A_TIME; i++) {
                    HostileRequest kind = kinds[i % kinds.length];
                    if (step < kind.steps()) kind.send(connections.get(i), step);
                }
            }
            for (int i = 0; i < AT_A_TIME; i++) kinds[i % kinds.length].leave(connections.get(i));
        }
    }
}
