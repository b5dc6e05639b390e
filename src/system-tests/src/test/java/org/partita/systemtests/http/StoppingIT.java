package org.partita.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.HttpSocket;
import org.partita.systemtests.harness.RawAnswer;
import org.partita.systemtests.harness.RawHttp;

/** Requests, reads that wait and a tail that meet a broker on its way down. */
class StoppingIT {
    private static final int CLIENTS = 4;
    private static final int WAITING = 50;
    private static final Pattern WAITING_READS = Pattern.compile("(?m)^partita_waiting_fetches\\S* (\\d+)");

    @TempDir
    private Path data;

    @Test
    void stoppingBrokerRefusesWithProblemsAndAnswersThoseWhoWait() {
        Queue<RawAnswer> answers = new ConcurrentLinkedQueue<>();
        List<RawHttp> waiting = new ArrayList<>();
        List<RawAnswer> answersOfWaiting;
        int exitCode;
        String restOfTail;
        try (BrokerProcess broker = BrokerProcess.start(data)) {
            broker.client().createTopic("stopping", 1);
            try (HttpSocket tail = HttpSocket.send(broker.httpPort(), "GET /v1/topics/stopping/messages HTTP/1.1",
                    "Accept: text/event-stream")) {
                tail.lineWith("id: ");
                for (int i = 0; i < WAITING; i++) waiting.add(waitingRead(broker.httpPort(), i));
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> waitingReads(broker) > WAITING);
                CompletableFuture<?>[] clients = new CompletableFuture<?>[CLIENTS];
                for (int i = 0; i < CLIENTS; i++) {
                    clients[i] = CompletableFuture.runAsync(() -> askUntilGone(broker.httpPort(), answers));
                }
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> answers.size() >= CLIENTS);

                exitCode = broker.terminate();
                answersOfWaiting = waiting.stream().map(RawHttp::answer).toList();
                CompletableFuture.allOf(clients).join();
                restOfTail = tail.rest();
            }
        } finally {
            waiting.forEach(RawHttp::close);
        }

        assertThat(exitCode).isIn(0, 128 + 15);
        assertThat(restOfTail).contains("event: problem", "leader-unavailable");
        assertThat(answers).allSatisfy(answer -> {
            if (answer.status() != 200) answer.expectProblem(503, "leader-unavailable");
        });
        assertThat(answers).filteredOn(answer -> answer.status() == 503).isNotEmpty();
        assertThat(answersOfWaiting).hasSize(WAITING).allSatisfy(answer -> {
            answer.expectProblem(503, "leader-unavailable");
            assertThat(answer.header("Retry-After")).isPresent();
        });
    }

    private static RawHttp waitingRead(int httpPort, int number) {
        return new RawHttp(httpPort).send(RawHttp.head(
            "GET /v1/topics/stopping/partitions/0/messages?offset=latest&waitMs=25000 HTTP/1.1", "Host: localhost",
            "Accept: " + (number % 2 == 0 ? "application/json" : "application/x-ndjson")));
    }

    /** The tail is one more. */
    private static int waitingReads(BrokerProcess broker) {
        Matcher found = WAITING_READS.matcher(broker.client().get("/metrics?scope=application").text());
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
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
