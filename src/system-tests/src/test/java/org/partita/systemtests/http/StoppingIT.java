package org.partita.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.HttpSocket;
import org.partita.systemtests.harness.RawAnswer;
import org.partita.systemtests.harness.RawHttp;

/** Requests and a tail that meet a broker on its way down. */
class StoppingIT {
    private static final int CLIENTS = 4;

    @TempDir
    private Path data;

    @Test
    void stoppingBrokerRefusesWithProblemsAndEndsTails() {
        Queue<RawAnswer> answers = new ConcurrentLinkedQueue<>();
        int exitCode;
        String restOfTail;
        try (BrokerProcess broker = BrokerProcess.start(data)) {
            broker.client().createTopic("stopping", 1);
            try (HttpSocket tail = HttpSocket.send(broker.httpPort(), "GET /v1/topics/stopping/messages HTTP/1.1",
                    "Accept: text/event-stream")) {
                tail.lineWith("id: ");
                CompletableFuture<?>[] clients = new CompletableFuture<?>[CLIENTS];
                for (int i = 0; i < CLIENTS; i++) {
                    clients[i] = CompletableFuture.runAsync(() -> askUntilGone(broker.httpPort(), answers));
                }
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> answers.size() >= CLIENTS);

                exitCode = broker.terminate();
                CompletableFuture.allOf(clients).join();
                restOfTail = tail.rest();
            }
        }

        assertThat(exitCode).isIn(0, 128 + 15);
        assertThat(restOfTail).contains("event: problem", "leader-unavailable");
        assertThat(answers).allSatisfy(answer -> {
            if (answer.status() != 200) answer.expectProblem(503, "leader-unavailable");
        });
        assertThat(answers).filteredOn(answer -> answer.status() == 503).isNotEmpty();
    }

    private static void askUntilGone(int httpPort, Queue<RawAnswer> answers) {
        boolean there = true;
        while (there) there = ask(httpPort, answers);
    }

    private static boolean ask(int httpPort, Queue<RawAnswer> answers) {
        try {
            return answers.add(RawHttp.exchange(httpPort, "", "GET /v1/topics/stopping HTTP/1.1", "Host: localhost"));
        } catch (UncheckedIOException gone) {
            return false;
        }
    }
}
