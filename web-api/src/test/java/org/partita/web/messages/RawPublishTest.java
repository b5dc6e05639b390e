package org.partita.web.messages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.json;
import static org.partita.web.testing.Answers.problem;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.web.testing.HttpFace;

class RawPublishTest {
    private static final String PUBLISH = "/v1/topics/orders/messages";
    private static final String READ = "/v1/topics/orders/partitions/0/messages";
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

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
    void bytesAreThePayloadAndTheRestIsInQueryAndHeaders() {
        HttpResponse<String> published = publish(PUBLISH + "?key=m%C3%BCller+1&partition=0&timestampMs=17",
            "application/octet-stream", new byte[] {0, -1, 10}, "Partita-Header-Trace-Id", "a%20%E2%82%AC",
            "Partita-Header-empty", "");

        assertThat(published.statusCode()).as(published.body()).isEqualTo(201);
        assertThat(face.get(READ + "/0").body()).contains("\"timestampMs\":17,\"key\":\"müller 1\"")
            .contains("\"headers\":{\"empty\":\"\",\"trace-id\":\"a €\"}")
            .contains("\"contentType\":\"application/octet-stream\",\"payloadBase64\":\"AP8K\"");
    }

    /** B135. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', value = {
        "text/plain | abc | \"contentType\":\"text/plain\",\"payload\":\"abc\"",
        "text/plain;charset=utf-8 | \"abc\" | \"payload\":\"\\\"abc\\\"\"",
        "text/plain | {\"a\":1} | \"payload\":\"{\\\"a\\\":1}\"",
        "TEXT/CSV | a,b | \"contentType\":\"TEXT/CSV\",\"payload\":\"a,b\"",
        "text/plain | '' | \"payload\":\"\"",
        "application/octet-stream | abc | \"payloadBase64\":\"YWJj\"",
        "application/octet-stream | '' | \"payloadBase64\":\"\""})
    void b135WhatWentInComesOutWithItsContentType(String type, String body, String expected) {
        assertThat(publish(PUBLISH, type, body.getBytes(UTF_8)).statusCode()).isEqualTo(201);

        assertThat(face.get(READ + "/0").body()).contains(expected);
    }

    @Test
    void keyMayBeBytes() {
        publish(PUBLISH + "?keyBase64=%2F%2F79", "text/plain", "x".getBytes(UTF_8));

        assertThat(face.get(READ + "/0").body()).contains("\"keyBase64\":\"//79\"");
    }

    @ParameterizedTest
    @CsvSource({"key=%ff, key", "key=a&keyBase64=YQ==, keyBase64", "keyBase64=*, keyBase64",
        "keyBase64=Zg, keyBase64", "keyBase64=Zh==, keyBase64", "partition=%2B0, partition", "partition=+0, partition",
        "partition=-1, partition", "partition=x, partition", "timestampMs=1.5, timestampMs", "keys=a, keys"})
    void malformedQueryIsRefusedByName(String query, String field) {
        HttpResponse<String> refused = publish(PUBLISH + "?" + query, "text/plain", "x".getBytes(UTF_8));

        assertThat(problem(refused, 400, "invalid-request").getString("field")).isEqualTo(field);
        assertNothingIsStored();
    }

    @ParameterizedTest
    @CsvSource({"Partita-Header-partita-idempotency, x", "Partita-Header-Content-Type, x", "Partita-Header-, x",
        "Partita-Header-a, %zz", "Partita-Header-a, %ff", "Partita-Header-%ff, a"})
    void headerThatCannotBeStoredIsRefused(String field, String value) {
        HttpResponse<String> refused = publish(PUBLISH, "text/plain", "x".getBytes(UTF_8), field, value);

        problem(refused, 400, "invalid-request");
        assertNothingIsStored();
    }

    @ParameterizedTest
    @CsvSource({"application/json, '{\"payload\":1}'", "application/x-ndjson, '{\"payload\":1}'",
        "application/cloudevents+json, '{}'"})
    void headerFieldsWhereTheBodyHasAPlaceForThemAreRefused(String type, String body) {
        HttpResponse<String> refused = publish(PUBLISH, type, body.getBytes(UTF_8), "Partita-Header-a", "1");

        assertThat(problem(refused, 400, "invalid-request").getString("field")).isEqualToIgnoringCase(
            "Partita-Header-a");
        assertNothingIsStored();
    }

    @ParameterizedTest
    @CsvSource({"Partita-Key, text/plain, x", "Partita-Heade-lang, text/plain, x", "PARTITA-headers, text/plain, x",
        "Partita-, text/plain, x", "Partita-Partition, application/json, '{\"payload\":1}'",
        "Partita-Key, application/x-ndjson, '{\"payload\":1}'"})
    void fieldThatBeginsAsOursAndIsNoneIsRefusedByName(String field, String type, String body) {
        HttpResponse<String> refused = publish(PUBLISH, type, body.getBytes(UTF_8), field, "1");

        assertThat(problem(refused, 400, "invalid-request").getString("field")).isEqualToIgnoringCase(field);
        assertNothingIsStored();
    }

    @Test
    void fieldsForPublishingAreRefusedWhereNothingIsPublished() {
        for (String path : List.of("/v1/topics", "/v1/topics/orders", READ + "?offset=0", READ + "/0", "/v1/cluster")) {
            HttpResponse<String> refused = face.get(path, "Partita-Header-a", "1");

            assertThat(problem(refused, 400, "invalid-request").getString("field")).as(path)
                .isEqualToIgnoringCase("Partita-Header-a");
        }
        problem(face.post("/v1/topics", "{\"name\":\"other\"}", "Partita-Header-a", "1"), 400, "invalid-request");
        problem(face.get("/v1/nothing", "Partita-Header-a", "1"), 404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/xml", "multipart/form-data", "application/x-www-form-urlencoded",
        "application/cloudevents+avro", "image/png"})
    void otherMediaTypesAreRefusedWithThoseThatAreRead(String type) {
        HttpResponse<String> refused = publish(PUBLISH, type, "x".getBytes(UTF_8));

        assertThat(problem(refused, 415, "unsupported-media-type").getString("detail"))
            .contains("application/json", "application/x-ndjson", "application/octet-stream");
        assertNothingIsStored();
    }

    @Test
    void b138MissingContentTypeIsNamed() {
        HttpResponse<String> refused = face.send(face.request(PUBLISH)
            .POST(HttpRequest.BodyPublishers.ofString("{\"payload\":1}")));

        assertThat(problem(refused, 415, "unsupported-media-type").getString("detail"))
            .contains("without Content-Type");
    }

    @Test
    void retryOfTheSameBytesIsReplayed() {
        String[] key = {"Idempotency-Key", "8d91d3c4"};
        publish(PUBLISH, "text/plain", "x".getBytes(UTF_8), key);

        HttpResponse<String> again = publish(PUBLISH, "text/plain", "x".getBytes(UTF_8), key);
        HttpResponse<String> other = publish(PUBLISH, "application/octet-stream", "x".getBytes(UTF_8), key);

        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        problem(other, 422, "idempotency-key-reused");
    }

    @Test
    void traceContextIsStoredWithEachMessageAndDiffersBetweenRetries() {
        String[] key = {"Idempotency-Key", "k", "traceparent", TRACE, "tracestate", "a=b"};
        publish(PUBLISH, "text/plain", "x".getBytes(UTF_8), key);
        String retried = TRACE.replace("b7ad", "b7ae");

        HttpResponse<String> again = publish(PUBLISH, "text/plain", "x".getBytes(UTF_8), "Idempotency-Key", "k",
            "traceparent", retried);

        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(face.get(READ + "/0").body())
            .contains("\"headers\":{\"traceparent\":\"" + TRACE + "\",\"tracestate\":\"a=b\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01"})
    void malformedTraceContextIsLeftOut(String trace) {
        publish(PUBLISH, "text/plain", "x".getBytes(UTF_8), "traceparent", trace);

        assertThat(face.get(READ + "/0").body()).contains("\"headers\":{}");
    }

    private void assertNothingIsStored() {
        assertThat(json(face.get(READ + "?offset=earliest")).getInt("highWatermark")).isZero();
    }

    private HttpResponse<String> publish(String path, String type, byte[] body, String... headers) {
        return face.send(face.request(path, headers).header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
    }
}
