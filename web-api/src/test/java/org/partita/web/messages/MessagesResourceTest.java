package org.partita.web.messages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.json;
import static org.partita.web.testing.Answers.problem;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.web.testing.Gzip;
import org.partita.web.testing.HttpFace;

class MessagesResourceTest {
    private static final String PUBLISH = "/v1/topics/orders/messages";
    private static final String READ = "/v1/topics/orders/partitions/0/messages";

    private final HttpFace face = HttpFace.started();

    @BeforeEach
    void createTopic() {
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":1,\"config\":{\"max.message.bytes\":1000000}}");
    }

    @AfterEach
    void stop() {
        face.close();
    }

    @Test
    void publishedMessageIsAtItsLocation() {
        HttpResponse<String> published = face.post(PUBLISH + "?acks=all&timeoutMs=20000",
            "{\"key\":\"customer-4821\",\"payload\":{ \"b\":1.50 , \"a\":[] },\"timestampMs\":1700000000000}");

        assertThat(published.statusCode()).as(published.body()).isEqualTo(201);
        assertThat(published.body()).isEqualTo("{\"topic\":\"orders\",\"partition\":0,\"offset\":0,"
            + "\"timestampMs\":1700000000000,\"acks\":\"all\",\"replicas\":1,\"flushed\":true}");
        String location = published.headers().firstValue("Location").orElseThrow();
        assertThat(location).isEqualTo(face.uri(READ + "/0").toString());
        HttpResponse<String> read = face.get(READ + "/0");
        assertThat(read.body()).isEqualTo("{\"topic\":\"orders\",\"partition\":0,\"offset\":0,"
            + "\"timestampMs\":1700000000000,\"key\":\"customer-4821\",\"headers\":{},"
            + "\"contentType\":\"application/json\",\"payload\":{ \"b\":1.50 , \"a\":[] }}");
        assertThat(read.headers().firstValue("Cache-Control")).contains("no-store");
    }

    @Test
    void batchIsAnsweredInRequestOrderAndReadInPages() {
        HttpResponse<String> published = face.post(PUBLISH,
            "{\"messages\":[{\"payload\":1},{\"payloadBase64\":\"/w==\"},{\"key\":\"k\",\"payload\":null}]}");

        assertThat(published.statusCode()).isEqualTo(201);
        assertThat(published.body()).isEqualTo("{\"results\":[{\"partition\":0,\"offset\":0},"
            + "{\"partition\":0,\"offset\":1},{\"partition\":0,\"offset\":2}]}");
        JsonObject first = json(face.get(READ + "?offset=earliest&limit=2"));
        assertThat(first.keySet()).containsExactly("topic", "partition", "messages", "nextOffset", "highWatermark",
            "logStartOffset");
        assertThat(first.getJsonArray("messages")).hasSize(2);
        assertThat(first.getInt("nextOffset")).isEqualTo(2);
        JsonArray rest = json(face.get(READ + "?offset=2")).getJsonArray("messages");
        assertThat(rest.getJsonObject(0).getBoolean("tombstone")).isTrue();
        assertThat(json(face.get(READ + "?offset=latest")).getJsonArray("messages")).isEmpty();
    }

    @Test
    void incompleteBatchSaysWhatBecameOfEachMessage() {
        HttpResponse<String> answer = face.post(PUBLISH,
            "{\"messages\":[{\"payload\":1},{\"payload\":2,\"partition\":9}]}");

        JsonObject problem = problem(answer, 404, "batch-incomplete");
        JsonArray results = problem.getJsonArray("results");
        assertThat(results).hasSize(2);
        assertThat(results.getJsonObject(0).getInt("offset")).isZero();
        JsonObject error = results.getJsonObject(1).getJsonObject("error");
        assertThat(error.getString("code")).isEqualTo("partition-not-found");
        assertThat(error.getInt("status")).isEqualTo(404);
    }

    @Test
    void incompleteBatchHasTheStatusOfItsWorstFailure() {
        String missing = "{\"payload\":1,\"partition\":9}";
        String tooLarge = "{\"payload\":\"" + "x".repeat(1_000_001) + "\"}";

        for (String messages : List.of(missing + "," + tooLarge, tooLarge + "," + missing)) {
            JsonObject problem = problem(face.post(PUBLISH, "{\"messages\":[" + messages + "]}"), 413,
                "batch-incomplete");
            assertThat(problem.getJsonArray("results").getValuesAs(each ->
                each.asJsonObject().getJsonObject("error").getInt("status"))).containsExactlyInAnyOrder(404, 413);
        }
    }

    @Test
    void onlyAPublishOfWhichAllIsStoredCountsAsSuccess() {
        face.post(PUBLISH, "{\"payload\":1}");
        face.post(PUBLISH, "{\"messages\":[{\"payload\":1},{\"payload\":2,\"partition\":9}]}");
        face.post(PUBLISH, "{\"payload\":");
        face.post(PUBLISH, "{}", "Content-Encoding", "br");
        face.post("/v1/topics/nothing/messages", "{\"payload\":1}");

        assertThat(face.meter().publishes()).containsExactly(true, false, false, false, false);
        assertThat(face.meter().refusals()).containsExactly("batch-incomplete", "invalid-json",
            "unsupported-media-type", "topic-not-found");
    }

    @Test
    void compressedBodyIsStoredDecompressed() throws IOException {
        byte[] body = Gzip.of("{\"payload\":[1, 2]}".getBytes(UTF_8));

        HttpResponse<String> published = face.post(PUBLISH, body, "Content-Encoding", "GZIP");
        HttpResponse<String> damaged = face.post(PUBLISH, "{\"payload\":1}", "Content-Encoding", "gzip");

        assertThat(published.statusCode()).as(published.body()).isEqualTo(201);
        assertThat(face.get(READ + "/0").body()).endsWith("\"payload\":[1, 2]}");
        assertThat(problem(damaged, 400, "invalid-request").getString("field")).isEqualTo("Content-Encoding");
    }

    @Test
    void whatIsTooLargeIsRefusedWithTheLimit() throws IOException {
        String message = "{\"payload\":\"" + "x".repeat(1_000_001) + "\"}";
        byte[] request = ("{\"payload\":1," + " ".repeat(HttpFace.MAX_BODY_BYTES)).getBytes(UTF_8);

        assertThat(problem(face.post(PUBLISH, message), 413, "message-too-large").getInt("limit")).isEqualTo(1_000_000);
        assertThat(problem(face.post(PUBLISH, request), 413, "request-too-large").getInt("limit"))
            .isEqualTo(HttpFace.MAX_BODY_BYTES);
        assertThat(problem(face.post(PUBLISH, Gzip.of(request), "Content-Encoding", "gzip"), 413, "request-too-large")
            .getInt("limit")).isEqualTo(HttpFace.MAX_BODY_BYTES);
        assertThat(json(face.get(READ + "?offset=0")).getJsonArray("messages")).isEmpty();
    }

    @Test
    void publishWithTooFewReplicasInSyncIsRefusedUnlessTheLeaderAloneIsAskedFor() {
        face.post("/v1/topics", "{\"name\":\"safe\",\"partitions\":1,\"config\":{\"min.insync.replicas\":2}}");

        HttpResponse<String> one = face.post("/v1/topics/safe/messages", "{\"payload\":1}");
        HttpResponse<String> all = face.post("/v1/topics/safe/messages?acks=all",
            "{\"messages\":[{\"payload\":1},{\"payload\":2}]}");
        HttpResponse<String> leader = face.post("/v1/topics/safe/messages?acks=leader", "{\"payload\":1}");

        assertThat(problem(one, 503, "not-enough-replicas").getString("detail")).contains("safe-0", "acks=leader");
        assertThat(one.headers().firstValue("Retry-After")).isPresent();
        assertThat(problem(all, 503, "batch-incomplete").getJsonArray("results")).hasSize(2);
        assertThat(json(leader).getInt("offset")).isZero();
    }

    @Test
    void timeOfTheAppendIsAnsweredAndRead() {
        face.post("/v1/topics", "{\"name\":\"timed\",\"partitions\":1,\"config\":{"
            + "\"message.timestamp.type\":\"LogAppendTime\",\"compression.type\":\"gzip\"}}");

        JsonObject receipt = json(face.post("/v1/topics/timed/messages", "{\"payload\":1,\"timestampMs\":5}"));

        JsonObject read = json(face.get("/v1/topics/timed/partitions/0/messages/0"));
        assertThat(receipt.getJsonNumber("timestampMs").longValue()).isGreaterThan(5);
        assertThat(read.getJsonNumber("timestampMs")).isEqualTo(receipt.getJsonNumber("timestampMs"));
        assertThat(json(face.get("/v1/topics/timed/partitions/0/messages?timestampMs=6")).getJsonArray("messages"))
            .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{\"payload\":1", "{\"payload\":1}xyz", "{\"payload\":1}{}",
        "{\"payload\":NaN}"})
    void malformedBodyStoresNothing(String body) {
        HttpResponse<String> answer = face.post(PUBLISH, body);

        problem(answer, 400, "invalid-json");
        assertThat(json(face.get(READ + "?offset=0")).getInt("highWatermark")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"acks=some,acks", "acks=QUORUM,acks", "timeoutMs=0,timeoutMs", "timeoutMs=25001,timeoutMs",
        "timeoutMs=-1,timeoutMs", "key=a,key"})
    void malformedPublishQueryIsRefusedAndTheParameterNamed(String query, String field) {
        HttpResponse<String> answer = face.post(PUBLISH + "?" + query, "{\"payload\":1}");

        assertThat(problem(answer, 400, "invalid-request").getString("field")).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource({"limit=1,offset", "offset=x,offset", "offset=-1,offset", "offset=9223372036854775808,offset",
        "offset=+1,offset", "offset=0&limit=0,limit", "offset=0&limit=10001,limit",
        "offset=0&maxBytes=16777217,maxBytes",
        "offset=0&waitMs=25001,waitMs", "offset=0&maxBytes=10&minBytes=11,minBytes", "offset=0&max=1,max",
        "offset=0&offset=1,offset"})
    void malformedFetchQueryIsRefusedAndTheParameterNamed(String query, String field) {
        HttpResponse<String> answer = face.get(READ + "?" + query);

        assertThat(problem(answer, 400, "invalid-request").getString("field")).isEqualTo(field);
    }

    @Test
    void offsetOutsideTheLogIsAnsweredWithTheRange() {
        face.post(PUBLISH, "{\"payload\":1}");

        JsonObject problem = problem(face.get(READ + "?offset=99"), 416, "offset-out-of-range");

        assertThat(problem.getInt("logStartOffset")).isZero();
        assertThat(problem.getInt("highWatermark")).isEqualTo(1);
    }

    @Test
    void whatIsNotThereIsNamed() {
        problem(face.post("/v1/topics/missing/messages", "{\"payload\":1}"), 404, "topic-not-found");
        problem(face.get("/v1/topics/missing/partitions/0/messages?offset=0"), 404, "topic-not-found");
        problem(face.get("/v1/topics/orders/partitions/7/messages?offset=0"), 404, "partition-not-found");
        problem(face.post(PUBLISH, "{\"payload\":1,\"partition\":7}"), 404, "partition-not-found");
        problem(face.get(READ + "/0"), 404, "message-not-found");
        problem(face.get(READ + "/99"), 404, "message-not-found");
        problem(face.get("/v1/topics/orders/partitions/x/messages?offset=0"), 400, "invalid-request");
        problem(face.get("/v1/topics/a%20b/partitions/0/messages?offset=0"), 400, "invalid-name");
    }

    @Test
    void waitingFetchIsAnsweredByTheNextPublish() {
        CompletableFuture<HttpResponse<String>> waiting =
            CompletableFuture.supplyAsync(() -> face.get(READ + "?offset=0&waitMs=25000"));
        HttpResponse<String> empty = face.get(READ + "?offset=0&waitMs=50");

        face.post(PUBLISH, "{\"payload\":\"here\"}");

        assertThat(json(empty).getJsonArray("messages")).isEmpty();
        assertThat(json(waiting.join()).getJsonArray("messages").getJsonObject(0).getString("payload"))
            .isEqualTo("here");
    }

    @Test
    void headersComeBackInOrderWithTheirBytes() {
        face.post(PUBLISH, "{\"payload\":1,\"headerList\":[{\"name\":\"\u4e2d\uD83D\uDE00 x\",\"value\":\"\u00fc\"},"
            + "{\"name\":\"n\",\"value\":null},{\"name\":\"n\",\"valueBase64\":\"/w==\"}]}");

        assertThat(face.get(READ + "/0").body()).contains("\"headerList\":[{\"name\":\"\u4e2d\uD83D\uDE00 x\","
            + "\"value\":\"\u00fc\"},{\"name\":\"n\",\"value\":null},{\"name\":\"n\",\"valueBase64\":\"/w==\"}],"
            + "\"contentType\":\"application/json\"");
    }
}
