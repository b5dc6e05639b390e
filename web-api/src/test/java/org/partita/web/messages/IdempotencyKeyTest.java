package org.partita.web.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.json;
import static org.partita.web.testing.Answers.problem;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;

import jakarta.json.JsonArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.core.idempotency.IdempotencyLimits;
import org.partita.web.testing.HttpFace;

class IdempotencyKeyTest {
    private static final String PUBLISH = "/v1/topics/orders/messages";
    private static final String READ = "/v1/topics/orders/partitions/0/messages";
    private static final String BODY = "{\"key\":\"customer-4821\",\"payload\":{\"orderId\":\"ord_92\"}}";

    private final HttpFace face = HttpFace.remembering(new IdempotencyLimits(4, 4));

    @BeforeEach
    void createTopic() {
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":1,\"config\":{\"idempotency.window.ms\":60000}}");
    }

    @AfterEach
    void stop() {
        face.close();
    }

    @Test
    void repeatedRequestIsAnsweredAsBeforeAndSaysSo() {
        HttpResponse<String> first = publish("8d91d3c4", BODY);

        HttpResponse<String> again = publish("\"8d91d3c4\"", BODY);

        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(first.headers().firstValue("Idempotency-Replayed")).isEmpty();
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Location")).isEqualTo(first.headers().firstValue("Location"));
        assertThat(stored()).hasSize(1);
    }

    @Test
    void spacingOutsideThePayloadIsNotPartOfTheMessage() {
        publish("k", BODY);

        assertThat(publish("k", " { \"payload\" : {\"orderId\":\"ord_92\"} , \"key\":\"customer-4821\"} ")
            .headers().firstValue("Idempotency-Replayed")).contains("true");
        problem(publish("k", BODY.replace(":{", ":{ ")), 422, "idempotency-key-reused");
    }

    @Test
    void otherMessageUnderTheSameKeyIsRefused() {
        publish("k", BODY);

        HttpResponse<String> other = publish("k", "{\"payload\":2}");

        problem(other, 422, "idempotency-key-reused");
        assertThat(stored()).hasSize(1);
    }

    @Test
    void batchIsReplayedOnlyIfAllOfItWasStored() {
        HttpResponse<String> first = publish("k", "{\"messages\":[{\"payload\":1},{\"payload\":2}]}");
        HttpResponse<String> longer = publish("k", "{\"messages\":[{\"payload\":1},{\"payload\":2},{\"payload\":3}]}");
        HttpResponse<String> again = publish("k", "{\"messages\":[{\"payload\":1},{\"payload\":2},{\"payload\":3}]}");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(longer.headers().firstValue("Idempotency-Replayed")).isEmpty();
        assertThat(longer.body()).contains("\"offset\":0", "\"offset\":1", "\"offset\":2");
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(again.body()).isEqualTo(longer.body());
    }

    @Test
    void headerOfTheBrokerIsNeverShown() {
        publish("k", BODY);

        assertThat(face.get(READ + "?offset=0").body()).doesNotContain("partita-");
        assertThat(face.get(READ + "/0").body()).contains("\"headers\":{}").doesNotContain("partita-");
    }

    @Test
    void fullTableIsAQuotaThatSaysWhenToRetry() {
        HttpResponse<String> filling = publish("k",
            "{\"messages\":[{\"payload\":1},{\"payload\":2},{\"payload\":3},{\"payload\":4}]}");
        HttpResponse<String> single = publish("other", BODY);
        HttpResponse<String> batch = publish("third", "{\"messages\":[{\"payload\":1},{\"payload\":2}]}");

        assertThat(filling.statusCode()).isEqualTo(201);
        problem(single, 429, "quota-exceeded");
        problem(batch, 429, "batch-incomplete");
        assertThat(single.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(30L, 60L);
        assertThat(batch.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(30L, 60L);
        assertThat(face.post(PUBLISH, BODY).statusCode()).isEqualTo(201);
    }

    @Test
    void retryThatIsFasterThanItsFirstRequestIsToldSo() {
        face.pauseForces();
        HttpResponse<String> first = face.post(PUBLISH + "?timeoutMs=1000", BODY, "Idempotency-Key", "k");

        HttpResponse<String> retry = face.post(PUBLISH + "?timeoutMs=200", BODY, "Idempotency-Key", "k");
        face.resumeForces();

        problem(first, 504, "acknowledgement-timeout");
        problem(retry, 409, "idempotency-in-flight");
        assertThat(publish("k", BODY).headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(stored()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "\"open", "a b"})
    void whatIsNoKeyIsRefused(String key) {
        HttpResponse<String> answer = publish(key, BODY);

        assertThat(problem(answer, 400, "invalid-request").getString("field")).isEqualTo("Idempotency-Key");
        assertThat(stored()).isEmpty();
    }

    @Test
    void keysThatAreTooLongOrTwoAreRefused() {
        HttpResponse<String> tooLong = publish("k".repeat(256), BODY);
        HttpResponse<String> two = face.send(face.request(PUBLISH, "Idempotency-Key", "a", "Idempotency-Key", "b")
            .header("Content-Type", "application/json").POST(BodyPublishers.ofString(BODY)));

        assertThat(problem(tooLong, 400, "invalid-request").getString("field")).isEqualTo("Idempotency-Key");
        assertThat(problem(two, 400, "invalid-request").getString("field")).isEqualTo("Idempotency-Key");
        assertThat(publish("k".repeat(255), BODY).statusCode()).isEqualTo(201);
    }

    private HttpResponse<String> publish(String key, String body) {
        return face.post(PUBLISH, body, "Idempotency-Key", key);
    }

    private JsonArray stored() {
        return json(face.get(READ + "?offset=0")).getJsonArray("messages");
    }
}
