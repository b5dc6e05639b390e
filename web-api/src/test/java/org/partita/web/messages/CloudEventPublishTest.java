package org.partita.web.messages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.json;
import static org.partita.web.testing.Answers.problem;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.web.testing.HttpFace;

class CloudEventPublishTest {
    private static final String PUBLISH = "/v1/topics/events/messages";
    private static final String READ = "/v1/topics/events/partitions/0/messages";
    private static final String EVENT = "application/cloudevents+json";
    private static final String BATCH = "application/cloudevents-batch+json; charset=UTF-8";
    private static final String REQUIRED = "\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"";
    private static final String REQUIRED_HEADERS =
        "\"ce_specversion\":\"1.0\",\"ce_id\":\"1\",\"ce_source\":\"/s\",\"ce_type\":\"t\"";

    private final HttpFace face = HttpFace.started();

    @BeforeEach
    void createTopic() {
        face.post("/v1/topics", "{\"name\":\"events\",\"partitions\":1}");
    }

    @AfterEach
    void stop() {
        face.close();
    }

    @Test
    void structuredEventIsStoredWithItsAttributesAsHeadersAndTheBytesOfItsData() {
        HttpResponse<String> published = publish(EVENT, "{\"data\":{ \"n\": 1.50 }," + REQUIRED
            + ",\"partitionkey\":\"k\",\"flag\":true,\"count\":7,\"none\":null,\"time\":\"2026-11-30T01:02:03.5Z\"}");

        assertThat(published.statusCode()).as(published.body()).isEqualTo(201);
        assertThat(json(published).getString("topic")).isEqualTo("events");
        assertThat(face.get(READ + "/0").body()).contains("\"key\":\"k\",\"headers\":{" + REQUIRED_HEADERS
            + ",\"ce_partitionkey\":\"k\",\"ce_flag\":\"true\",\"ce_count\":\"7\","
            + "\"ce_time\":\"2026-11-30T01:02:03.5Z\"},\"contentType\":\"application/json\","
            + "\"payload\":{ \"n\": 1.50 }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "\"data\":\"text\",\"datacontenttype\":\"text/plain\" | \"contentType\":\"text/plain\",\"payload\":\"text\"",
        "\"datacontenttype\":\"text/plain\",\"data\":\"text\" | \"contentType\":\"text/plain\",\"payload\":\"text\"",
        "\"data\":\"text\" | \"contentType\":\"application/json\",\"payload\":\"text\"",
        "\"data_base64\":\"AP8=\" | \"payloadBase64\":\"AP8=\"",
        "\"data_base64\":\"e30=\",\"datacontenttype\":\"application/json\" | \"payload\":{}",
        "\"data\":null | \"payloadBase64\":\"\"",
        "\"data\":[1],\"datacontenttype\":\"a/b+json\" | \"contentType\":\"a/b+json\",\"payload\":[1]"})
    void dataIsStoredAsItsContentTypeSays(String members, String expected) {
        HttpResponse<String> published = publish(EVENT, "{" + REQUIRED + "," + members + "}");

        assertThat(published.statusCode()).as(published.body()).isEqualTo(201);
        assertThat(face.get(READ + "/0").body()).contains(expected);
    }

    @Test
    void batchOfEventsIsAnsweredInRequestOrder() {
        HttpResponse<String> published =
            publish(BATCH, "[{" + REQUIRED + ",\"data\":1},{" + REQUIRED + ",\"data\":2}]");

        assertThat(published.statusCode()).as(published.body()).isEqualTo(201);
        assertThat(json(published).getJsonArray("results")).hasSize(2);
        assertThat(face.get(READ + "/1").body()).endsWith("\"payload\":2}");
    }

    @Test
    void binaryEventHasItsAttributesInHeaderFields() {
        HttpResponse<String> published = face.send(face.request(PUBLISH, "ce-specversion", "1.0", "ce-id", "1",
                "ce-source", "/s", "CE-Type", "t", "ce-subject", "Euro%20%E2%82%AC", "ce-partitionkey", "k",
                "Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{ \"payload\": 1 }")));

        assertThat(published.statusCode()).as(published.body()).isEqualTo(201);
        assertThat(face.get(READ + "/0").body()).contains("\"key\":\"k\"", "\"ce_type\":\"t\"",
            "\"ce_subject\":\"Euro €\"", "\"contentType\":\"application/json\",\"payload\":{ \"payload\": 1 }");
    }

    @Test
    void binaryEventMayHaveAnyContentTypeOrNone() {
        assertThat(binary("image/png", "x").statusCode()).isEqualTo(201);
        assertThat(face.send(face.request(PUBLISH, "ce-specversion", "1.0", "ce-id", "1", "ce-source", "/s",
            "ce-type", "t").POST(HttpRequest.BodyPublishers.noBody())).statusCode()).isEqualTo(201);

        assertThat(face.get(READ + "/0").body()).contains("\"contentType\":\"image/png\",\"payloadBase64\":\"eA==\"");
    }

    /** Without its version an event would be stored as its data alone. */
    @ParameterizedTest
    @CsvSource({"text/plain, x", "application/json, '{\"payload\":1}'", "application/octet-stream, x", "image/png, x"})
    void fieldsOfAnEventWithoutItsVersionAreRefused(String type, String body) {
        HttpResponse<String> refused = face.send(face.request(PUBLISH, "ce-id", "1", "ce-source", "/s", "ce-type", "t")
            .header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body)));

        assertThat(problem(refused, 400, "invalid-request").getString("field")).isEqualTo("ce-specversion");
        assertNothingIsStored();
    }

    @Test
    void fieldsOfAnEventBesideLinesAreRefused() {
        HttpResponse<String> refused = face.send(face.request(PUBLISH, "ce-id", "1", "Content-Type",
            "application/x-ndjson").POST(HttpRequest.BodyPublishers.ofString("{\"payload\":1}")));

        assertThat(problem(refused, 400, "invalid-request").getString("field")).isEqualTo("ce-id");
        assertNothingIsStored();
    }

    @Test
    void binaryEventThatSaysJsonMustBeJson() {
        problem(binary("application/json", "{\"a\":1}xyz"), 400, "invalid-json");

        assertNothingIsStored();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\"} | type",
        "{\"specversion\":\"0.3\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"} | specversion",
        "{\"specversion\":\"1.0\",\"id\":\"\",\"source\":\"/s\",\"type\":\"t\"} | id",
        "{\"specversion\":\"1.0\",\"id\":null,\"source\":\"/s\",\"type\":\"t\"} | id",
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"id\":\"2\",\"source\":\"/s\",\"type\":\"t\"} | id",
        "{" + REQUIRED + ",\"Upper\":\"x\"} | Upper",
        "{" + REQUIRED + ",\"a_b\":\"x\"} | a_b",
        "{" + REQUIRED + ",\"a\":{}} | a",
        "{" + REQUIRED + ",\"a\":1.5} | a",
        "{" + REQUIRED + ",\"a\":\"\\ud800\"} | a",
        "{" + REQUIRED + ",\"time\":\"noon\"} | time",
        "{" + REQUIRED + ",\"data\":1,\"data_base64\":\"\"} | data_base64",
        "{" + REQUIRED + ",\"data_base64\":\"*\"} | data_base64",
        "{" + REQUIRED + ",\"data_base64\":\"AB==\"} | data_base64",
        "{" + REQUIRED + ",\"datacontenttype\":\"a\"} | datacontenttype",
        "{\"datacontenttype\":\"text/plain\"," + REQUIRED + ",\"data\":{}} | data"})
    void eventThatIsNotAsSpecifiedIsRefusedByName(String event, String field) {
        HttpResponse<String> refused = publish(EVENT, event);

        assertThat(problem(refused, 400, "invalid-request").getString("field")).isEqualTo(field);
        assertNothingIsStored();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{}", "[1]", "[{" + REQUIRED + "},{}]", "[{" + REQUIRED + "}] x", "", "null"})
    void batchThatIsNotOneArrayOfEventsIsRefused(String body) {
        assertThat(publish(BATCH, body).statusCode()).isEqualTo(400);

        assertNothingIsStored();
    }

    @Test
    void attributeWithTheNameOfTheDataIsRefused() {
        HttpResponse<String> refused = face.send(face.request(PUBLISH, "ce-specversion", "1.0", "ce-id", "1",
            "ce-source", "/s", "ce-type", "t", "ce-data", "x", "Content-Type", "text/plain")
            .POST(HttpRequest.BodyPublishers.ofString("x")));

        assertThat(problem(refused, 400, "invalid-request").getString("field")).isEqualTo("ce-data");
        assertNothingIsStored();
    }

    @Test
    void attributeThatStandsInTwoPlacesIsRefused() {
        HttpResponse<String> refused = face.send(face.request(PUBLISH, "ce-specversion", "1.0", "ce-id", "1",
            "ce-source", "/s", "ce-type", "t", "ce-datacontenttype", "text/plain", "Content-Type", "text/plain")
            .POST(HttpRequest.BodyPublishers.ofString("x")));

        assertThat(problem(refused, 400, "invalid-request").getString("field")).isEqualTo("ce-datacontenttype");
    }

    private void assertNothingIsStored() {
        assertThat(json(face.get(READ + "?offset=earliest")).getInt("highWatermark")).isZero();
    }

    private HttpResponse<String> binary(String type, String body) {
        return face.send(face.request(PUBLISH, "ce-specversion", "1.0", "ce-id", "1", "ce-source", "/s", "ce-type", "t",
            "Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> publish(String type, String body) {
        return face.send(face.request(PUBLISH).header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body.getBytes(UTF_8))));
    }
}
