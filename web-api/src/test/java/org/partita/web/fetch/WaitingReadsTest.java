package org.partita.web.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.problem;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.partita.web.testing.HttpFace;

class WaitingReadsTest {
    private static final String READ = "/v1/topics/orders/partitions/0/messages?offset=latest";

    private final HttpFace face = HttpFace.started();

    @BeforeEach
    void createTopic() {
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":1}");
    }

    @AfterEach
    void stop() {
        face.close();
    }

    @Test
    void readsThatWaitAreAnsweredWhenTheProcessEnds() {
        List<CompletableFuture<HttpResponse<String>>> waiting = Stream.of("application/json", "application/x-ndjson")
            .map(format -> CompletableFuture.supplyAsync(() ->
                face.get(READ + "&waitMs=25000", "Accept", format))).toList();
        while (face.broker().statistics().waitingFetches() < waiting.size()) Thread.onSpinWait();

        face.endWaitingReads();

        waiting.forEach(each -> assertRefused(each.join()));
        assertRefused(face.get(READ + "&waitMs=25000"));
        assertThat(face.get(READ).statusCode()).isEqualTo(200);
    }

    private static void assertRefused(HttpResponse<String> answer) {
        problem(answer, 503, "leader-unavailable");
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    }
}
