package org.partita.web.messages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.json;
import static org.partita.web.testing.Answers.problem;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.partita.web.testing.HttpFace;

class BodiesInFlightTest {
    private static final String PUBLISH = "/v1/topics/orders/messages";
    private static final String READ = "/v1/topics/orders/partitions/0/messages";
    private static final String LARGE = "{\"payload\":\"" + "x".repeat(HttpFace.MAX_BODY_BYTES * 3 / 4) + "\"}";

    private final HttpFace face = HttpFace.started();

    @BeforeEach
    void createTopic() {
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":1,\"config\":{\"max.message.bytes\":2000000}}");
    }

    @AfterEach
    void stop() {
        face.close();
    }

    @Test
    void bodiesBeyondTheBudgetAreRefusedAndThoseWithinAreStored() {
        face.pauseForces();
        List<CompletableFuture<HttpResponse<String>>> requests = IntStream.range(0, 8)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> face.post(PUBLISH, LARGE))).toList();

        List<HttpResponse<String>> refused = IntStream.range(0, 6).mapToObj(i -> firstDone(requests, i)).toList();
        long heldBytes = face.bodyBytesInFlight();
        face.resumeForces();

        assertThat(heldBytes).isEqualTo(2L * LARGE.length());
        refused.forEach(answer -> {
            problem(answer, 503, "leader-unavailable");
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        });
        assertThat(requests).filteredOn(request -> request.join().statusCode() == 201).hasSize(2);
        assertThat(json(face.get(READ + "?offset=0&limit=1")).getInt("highWatermark")).isEqualTo(2);
        assertThat(face.bodyBytesInFlight()).isZero();
    }

    @Test
    void refusedAndMalformedBodiesGiveTheirBytesBack() {
        face.post(PUBLISH, "{\"payload\":1");
        face.post(PUBLISH, "{\"payload\":1}", "Content-Encoding", "gzip");
        face.post(PUBLISH, " ".repeat(HttpFace.MAX_BODY_BYTES + 1));
        face.post("/v1/topics/missing/messages", "{\"payload\":1}");
        face.post("/v1/topics", "{\"name\":1}");
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":1}");

        assertThat(face.bodyBytesInFlight()).isZero();
    }

    @Test
    @Timeout(30)
    void clientThatDisconnectsWithinItsBodyGivesItsBytesBack() throws IOException {
        URI address = face.uri(PUBLISH);
        try (Socket client = new Socket(address.getHost(), address.getPort())) {
            OutputStream out = client.getOutputStream();
            out.write(("POST " + PUBLISH + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 100000\r\n\r\n{\"payload\":").getBytes(UTF_8));
            out.flush();
            while (face.bodyBytesInFlight() == 0) Thread.onSpinWait();
        }

        while (face.bodyBytesInFlight() > 0) Thread.onSpinWait();

        assertThat(json(face.get(READ + "?offset=0")).getInt("highWatermark")).isZero();
    }

    /** The {@code index}-th answer, in the order they come. */
    private static HttpResponse<String> firstDone(List<CompletableFuture<HttpResponse<String>>> requests, int index) {
        while (true) {
            List<CompletableFuture<HttpResponse<String>>> done = requests.stream()
                .filter(CompletableFuture::isDone).toList();
            if (done.size() > index) return done.get(index).join();
            CompletableFuture.anyOf(requests.stream().filter(request -> !request.isDone())
                .toArray(CompletableFuture[]::new)).join();
        }
    }
}
