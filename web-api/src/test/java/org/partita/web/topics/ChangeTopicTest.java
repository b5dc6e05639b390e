package org.partita.web.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.json;
import static org.partita.web.testing.Answers.problem;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;

import jakarta.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.web.testing.HttpFace;

class ChangeTopicTest {
    private static final String MERGE_PATCH = "application/merge-patch+json";
    private final HttpFace face = HttpFace.started();

    @BeforeEach
    void create() {
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":2,\"config\":{\"segment.bytes\":8192}}");
    }

    @AfterEach
    void stop() {
        face.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {MERGE_PATCH, "application/json", "application/json;charset=UTF-8"})
    void changedTopicIsDescribed(String mediaType) {
        HttpResponse<String> changed = patch("orders", mediaType,
            "{\"config\":{\"retention.ms\":\"60000\",\"max.message.bytes\":2000,\"segment.bytes\":null,"
                + "\"min.insync.replicas\":2,\"compression.type\":\"gzip\",\"cleanup.policy\":\"delete\"}}");

        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        assertThat(json(changed)).isEqualTo(json(face.get("/v1/topics/orders")));
        JsonObject config = json(changed).getJsonObject("config");
        assertThat(config.getInt("retention.ms")).isEqualTo(60_000);
        assertThat(config.getInt("max.message.bytes")).isEqualTo(2_000);
        assertThat(config.getInt("segment.bytes")).isEqualTo(256 << 20);
        assertThat(config.getInt("min.insync.replicas")).isEqualTo(2);
        assertThat(config.getString("compression.type")).isEqualTo("gzip");
        assertThat(config.getString("cleanup.policy")).isEqualTo("delete");
        assertThat(config.getString("message.timestamp.type")).isEqualTo("CreateTime");
        assertThat(config.getString("flush")).isEqualTo("commit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"config\":{}}", "{\"partitions\":2}", "{\"config\":{\"segment.bytes\":8192}}"})
    void changeToWhatIsThereIsAnsweredWithIt(String body) {
        JsonObject before = json(face.get("/v1/topics/orders"));

        HttpResponse<String> unchanged = patch("orders", MERGE_PATCH, body);

        assertThat(unchanged.statusCode()).isEqualTo(200);
        assertThat(json(unchanged)).isEqualTo(before);
    }

    @Test
    void changeIsInForceWhenItIsAnswered() {
        patch("orders", MERGE_PATCH, "{\"config\":{\"max.message.bytes\":5}}");

        problem(face.post("/v1/topics/orders/messages", "{\"payload\":123456}"), 413, "message-too-large");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"partitions\":3}|partitions", "{\"partitions\":1}|partitions", "{\"partitions\":0}|partitions",
        "{\"partitions\":-1}|partitions", "{\"partitions\":2.5}|partitions", "{\"partitions\":null}|partitions",
        "{\"partitions\":\"2\"}|partitions", "{\"partitions\":4294967298}|partitions",
        "{\"config\":null}|config", "{\"config\":[]}|config", "{\"config\":{\"nope\":null}}|config.nope",
        "{\"config\":{\"nope\":1}}|config.nope", "{\"config\":{\"cleanup.policy\":\"compact\"}}|config.cleanup.policy",
        "{\"config\":{\"retention.ms\":{}}}|config.retention.ms",
        "{\"config\":{\"retention.ms\":1.5}}|config.retention.ms",
        "{\"config\":{\"flush\":\"async\",\"flush\":null}}|config.flush",
        "{\"config\":{\"flush\":\"async\",\"retention.ms\":-2}}|config.retention.ms",
        "{\"name\":\"bills\"}|name", "{\"replicationFactor\":1}|replicationFactor"})
    void refusedChangeNamesTheMemberAndChangesNothing(String body, String field) {
        JsonObject before = json(face.get("/v1/topics/orders"));

        HttpResponse<String> refused = patch("orders", MERGE_PATCH, body);

        assertThat(problem(refused, 400, "invalid-request").getString("field")).isEqualTo(field);
        assertThat(json(face.get("/v1/topics/orders"))).isEqualTo(before);
    }

    @Test
    void growthIsRefusedWithTheNumberThereIsAndWhatToDo() {
        JsonObject refused = problem(patch("orders", MERGE_PATCH, "{\"partitions\":4}"), 400, "invalid-request");

        assertThat(refused.getString("detail")).contains("has 2 partitions", "another topic");
    }

    @Test
    void whatCannotBeReadIsRefused() {
        problem(patch("orders", MERGE_PATCH, "[]"), 400, "invalid-json");
        problem(patch("orders", "text/plain", "{}"), 415, "unsupported-media-type");
        problem(patch("orders", "application/json-patch+json", "[]"), 415, "unsupported-media-type");
        problem(patch("orders?dryRun=true", MERGE_PATCH, "{}"), 400, "invalid-request");
        problem(face.send(face.request("/v1/topics", "Content-Type", MERGE_PATCH)
            .POST(BodyPublishers.ofString("{\"name\":\"a\"}"))), 415, "unsupported-media-type");
    }

    @Test
    void topicThatIsNotThereIsNotMade() {
        problem(patch("bills", MERGE_PATCH, "{\"config\":{}}"), 404, "topic-not-found");
        problem(patch("a%20b", MERGE_PATCH, "{\"config\":{}}"), 400, "invalid-name");

        assertThat(json(face.get("/v1/topics")).getJsonArray("topics")).hasSize(1);
    }

    private HttpResponse<String> patch(String topic, String mediaType, String body) {
        return face.send(face.request("/v1/topics/" + topic, "Content-Type", mediaType)
            .method("PATCH", BodyPublishers.ofString(body)));
    }
}
