package org.partita.web.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.web.testing.HttpFace;

class NegotiationTest {
    private static final String READ = "/v1/topics/orders/partitions/0/messages";

    private final HttpFace face = HttpFace.started();

    @BeforeEach
    void publishOne() {
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":1}");
        face.post("/v1/topics/orders/messages", "{\"payload\":1}");
    }

    @AfterEach
    void stop() {
        face.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {READ + "?offset=0", READ + "/0", "/v1/topics"})
    void clientThatTakesAnythingGetsJson(String path) {
        assertJson(face.get(path));
        assertJson(face.get(path, "Accept", "*/*"));
        assertJson(face.get(path, "Accept", "application/json, text/plain, */*"));
        assertJson(face.get(path, "Accept", "text/html,application/json;q=0.9,*/*;q=0.8"));
    }

    @ParameterizedTest
    @CsvSource({"application/x-ndjson, application/x-ndjson", "'application/json;q=0.5, application/x-ndjson',"
        + " application/x-ndjson"})
    void clientThatPrefersAnotherFormatGetsIt(String accept, String expected) {
        assertThat(face.get(READ + "?offset=0", "Accept", accept).headers().firstValue("Content-Type"))
            .contains(expected);
    }

    private static void assertJson(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    }
}
