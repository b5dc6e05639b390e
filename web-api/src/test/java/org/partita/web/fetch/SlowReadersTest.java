package org.partita.web.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.json;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.partita.web.testing.HttpFace;

class SlowReadersTest {
    private static final String PUBLISH = "/v1/topics/orders/messages";
    private static final String READ = "/v1/topics/orders/partitions/0/messages";

    private final HttpFace face = HttpFace.started();

    @AfterEach
    void stop() {
        face.close();
    }

    @Test
    void readersWaitForThreadsOfTheirOwnAndPublishesDoNot() {
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":1}");
        face.post(PUBLISH, "{\"payload\":1}");
        face.pauseAnswersToReaders();
        List<CompletableFuture<HttpResponse<String>>> readers = Stream.of("?offset=0", "/0", "?offset=earliest")
            .map(query -> CompletableFuture.supplyAsync(() -> face.get(READ + query))).toList();

        HttpResponse<String> published = face.post(PUBLISH, "{\"payload\":2}");
        boolean answeredEarly = readers.stream().anyMatch(CompletableFuture::isDone);
        face.resumeAnswersToReaders();

        assertThat(published.statusCode()).as(published.body()).isEqualTo(201);
        assertThat(answeredEarly).isFalse();
        assertThat(readers).allSatisfy(reader -> assertThat(reader.join().statusCode()).isEqualTo(200));
        assertThat(json(readers.get(1).join()).getInt("payload")).isEqualTo(1);
    }
}
