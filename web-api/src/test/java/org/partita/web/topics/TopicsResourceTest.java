package org.partita.web.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.json;
import static org.partita.web.testing.Answers.problem;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

import jakarta.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.web.testing.HttpFace;

class TopicsResourceTest {
    private final HttpFace face = HttpFace.started();

    @AfterEach
    void stop() {
        face.close();
    }

    @Test
    void createdTopicIsDescribed() {
        HttpResponse<String> created = face.post("/v1/topics",
            "{\"name\":\"orders\",\"partitions\":2,\"config\":{\"max.message.bytes\":2000,\"flush\":\"async\"}}");

        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        assertThat(created.headers().firstValue("Location")).contains(face.uri("/v1/topics/orders").toString());
        JsonObject topic = json(face.get("/v1/topics/orders"));
        assertThat(topic).isEqualTo(json(created));
        assertThat(topic.keySet()).containsExactly("name", "id", "partitionCount", "replicationFactor", "config",
            "partitions");
        assertThat(topic.getInt("partitionCount")).isEqualTo(2);
        assertThat(topic.getJsonObject("config").getInt("max.message.bytes")).isEqualTo(2000);
        assertThat(topic.getJsonObject("config").getString("flush")).isEqualTo("async");
        JsonObject partition = topic.getJsonArray("partitions").getJsonObject(1);
        assertThat(partition.keySet()).containsExactly("partition", "leader", "leaderEpoch", "replicas", "isr",
            "logStartOffset", "highWatermark", "logEndOffset", "sizeBytes", "parents", "error");
        assertThat(partition.getInt("leader")).isEqualTo(1);
        assertThat(partition.isNull("error")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {9_007_199_254_740_993L, 999_999_999_999_999_999L, Long.MAX_VALUE, -1})
    void b131IntegersAreIntegersWhateverTheirSize(long value) {
        String settings = "{\"retention.ms\":%1$d,\"retention.bytes\":%1$d}".formatted(value);
        face.post("/v1/topics", "{\"name\":\"orders\",\"config\":" + settings + "}");

        assertThat(face.get("/v1/topics/orders").body()).contains("\"retention.ms\":" + value + ",",
            "\"retention.bytes\":" + value + ",");
        assertThat(face.get("/v1/topics").body()).contains("\"retention.ms\":" + value + ",");
    }

    @Test
    void topicsAreListedInPages() {
        for (String name : List.of("c", "a", "b-1", "b")) face.post("/v1/topics", "{\"name\":\"" + name + "\"}");

        List<String> names = new ArrayList<>();
        JsonObject page = json(face.get("/v1/topics?limit=3"));
        page.getJsonArray("topics").forEach(topic -> names.add(topic.asJsonObject().getString("name")));
        JsonObject last = json(face.get("/v1/topics?limit=3&cursor=" + page.getString("nextCursor")));
        last.getJsonArray("topics").forEach(topic -> names.add(topic.asJsonObject().getString("name")));

        assertThat(names).containsExactly("a", "b", "b-1", "c");
        assertThat(last.isNull("nextCursor")).isTrue();
        assertThat(last.getJsonArray("topics").getJsonObject(0).getInt("partitions")).isEqualTo(3);
    }

    @Test
    void deletedTopicIsGone() {
        face.post("/v1/topics", "{\"name\":\"orders\"}");

        HttpResponse<String> deleted = face.send(face.request("/v1/topics/orders").DELETE());

        assertThat(deleted.statusCode()).isEqualTo(204);
        problem(face.get("/v1/topics/orders"), 404, "topic-not-found");
        problem(face.send(face.request("/v1/topics/orders").DELETE()), 404, "topic-not-found");
        assertThat(json(face.get("/v1/topics")).getJsonArray("topics")).isEmpty();
    }

    @Test
    void sameNameIsRefusedTheSecondTime() {
        face.post("/v1/topics", "{\"name\":\"orders\"}");

        HttpResponse<String> second = face.post("/v1/topics", "{\"name\":\"orders\"}");

        problem(second, 409, "topic-exists");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"name\":\"t\",\"partitions\":3.7}|partitions",
        "{\"name\":\"t\",\"partitions\":9223372036854775808}|partitions",
        "{\"name\":\"t\",\"partitions\":1e30}|partitions", "{\"name\":\"t\",\"partitions\":4294967297}|partitions",
        "{\"partitions\":1}|name", "{\"name\":\"t\",\"partition\":1}|partition",
        "{\"name\":\"t\",\"partitions\":\"5\"}|partitions", "{\"name\":\"t\",\"partitions\":true}|partitions",
        "{\"name\":\"t\",\"partitions\":0}|partitions", "{\"name\":\"t\",\"partitions\":-1}|partitions",
        "{\"name\":\"t\",\"partitions\":1001}|partitions",
        "{\"name\":\"t\",\"replicationFactor\":-1}|replicationFactor",
        "{\"name\":\"t\",\"replicationFactor\":2}|replicationFactor", "{\"name\":5}|name",
        "{\"name\":\"t\",\"config\":{\"nope\":1}}|config.nope",
        "{\"name\":\"t\",\"config\":{\"flush\":true}}|config.flush",
        "{\"name\":\"t\",\"config\":{\"cleanup.policy\":\"compact\"}}|config.cleanup.policy",
        "{\"name\":\"t\",\"config\":{\"compression.type\":\"none\"}}|config.compression.type",
        "{\"name\":\"t\",\"config\":{\"min.insync.replicas\":0}}|config.min.insync.replicas",
        "{\"name\":\"t\",\"config\":{\"message.timestamp.type\":1}}|config.message.timestamp.type",
        "{\"name\":\"t\",\"config\":{\"segment.bytes\":\"+5000\"}}|config.segment.bytes",
        "{\"name\":\"t\",\"config\":{\"segment.bytes\":\" 5000\"}}|config.segment.bytes",
        "{\"name\":\"t\",\"config\":{\"segment.bytes\":\"\u0665\u0660\u0660\u0660\"}}|config.segment.bytes",
        "{\"name\":\"t\",\"config\":{\"retention.ms\":\"-+1\"}}|config.retention.ms",
        "{\"name\":\"t\",\"config\":{\"retention.ms\":\"9223372036854775808\"}}|config.retention.ms",
        "{\"name\":\"t\",\"config\":{\"segment.bytes\":1.5}}|config.segment.bytes"})
    void malformedCreationIsRefusedAndTheMemberNamed(String body, String field) {
        HttpResponse<String> answer = face.post("/v1/topics", body);

        assertThat(problem(answer, 400, "invalid-request").getString("field")).isEqualTo(field);
        assertThat(json(face.get("/v1/topics")).getJsonArray("topics")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", "__a", "a/b", "a b", "\u00fc"})
    void badNameIsRefused(String name) {
        HttpResponse<String> answer = face.post("/v1/topics", "{\"name\":\"" + name + "\"}");

        problem(answer, 400, "invalid-name");
    }

    @ParameterizedTest
    @CsvSource({"limit=0,limit", "limit=x,limit", "limit=10001,limit", "limit=1&limit=2,limit", "cursor=*,cursor",
        "cursor=_w,cursor", "size=1,size"})
    void malformedQueryIsRefusedAndTheParameterNamed(String query, String field) {
        HttpResponse<String> answer = face.get("/v1/topics?" + query);

        assertThat(problem(answer, 400, "invalid-request").getString("field")).isEqualTo(field);
    }

    @Test
    void whatJaxRsRefusesIsAProblemToo() {
        problem(face.get("/v1/nothing"), 404, "not-found");
        HttpResponse<String> method = face.send(face.request("/v1/topics").method("PUT", BodyPublishers.noBody()));
        problem(method, 405, "method-not-allowed");
        assertThat(method.headers().firstValue("Allow").orElseThrow()).contains("GET", "POST");
        problem(face.get("/v1/topics", "Accept", "text/html"), 406, "not-acceptable");
        problem(face.send(face.request("/v1/topics", "Content-Type", "text/plain").POST(BodyPublishers.ofString("{}"))),
            415, "unsupported-media-type");
        problem(face.send(face.request("/v1/topics").POST(BodyPublishers.ofString("{}"))), 415,
            "unsupported-media-type");
        problem(face.post("/v1/topics", ""), 400, "invalid-json");
        problem(face.post("/v1/topics", "{}", "Content-Encoding", "br"), 415, "unsupported-media-type");
    }

    @Test
    void requestIdIsEchoedIfItIsHarmless() {
        HttpResponse<String> echoed = face.get("/v1/topics", "X-Request-Id", "request-42");
        HttpResponse<String> replaced = face.get("/v1/topics", "X-Request-Id", "a\"b");

        assertThat(echoed.headers().firstValue("X-Request-Id")).contains("request-42");
        assertThat(replaced.headers().firstValue("X-Request-Id")).hasValueSatisfying(
            id -> assertThat(id).matches("[0-9a-f-]{36}"));
    }
}
