package org.partita.web.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.problem;

import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"text/event-stream;q=0 | 406", "application/json;q=0 | 406",
        "*/*;q=0 | 406", "text/event-stream;q=0.0, image/png | 406",
        "application/*;q=0, text/event-stream;q=0, */* | 406",
        "text/event-stream;q=0, application/x-ndjson | application/x-ndjson",
        "application/json;q=0, application/x-ndjson;q=0.1 | application/x-ndjson",
        "application/json;q=0.000, application/* | application/x-ndjson",
        "application/json;q=0, text/event-stream;q=0, */* | application/x-ndjson",
        "application/*;q=0, application/json | application/json", "*/*;q=0, application/json | application/json",
        "application/json;v=2;q=0, */* | application/json", "image/png;q=0, */* | application/json",
        "text/event-stream;q=0, application/json;q=0.1, */*;q=0.5 | application/x-ndjson"})
    void whatIsExcludedIsNeverGiven(String accept, String expected) {
        HttpResponse<String> answer = face.get(READ + "?offset=0", "Accept", accept);

        if (expected.equals("406")) problem(answer, 406, "not-acceptable");
        else assertThat(answer.headers().firstValue("Content-Type")).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"application/json;q=0, */* | application/octet-stream",
        "application/json;q=0, application/octet-stream;q=0, */* | 406", "application/*;q=0 | 406",
        "application/octet-stream;q=0, */* | application/json"})
    void formatOfOneMessageIsNoneThatIsExcluded(String accept, String expected) {
        HttpResponse<String> answer = face.get(READ + "/0", "Accept", accept);

        if (expected.equals("406")) problem(answer, 406, "not-acceptable");
        else assertThat(answer.headers().firstValue("Content-Type")).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"///", "application/json;q=abc", "application/json;q=2"})
    void whatCannotBeReadIsABadRequest(String accept) {
        assertThat(face.get("/v1/topics", "Accept", accept).statusCode()).isEqualTo(400);
    }

    @Test
    void tailThatIsExcludedIsNotOpened() {
        problem(face.get("/v1/topics/orders/messages", "Accept", "text/event-stream;q=0"), 406, "not-acceptable");
        problem(face.get("/v1/topics/orders/messages", "Accept", "text/event-stream;q=0, */*"), 406, "not-acceptable");
        assertThat(face.openTails()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json;a=b", "application/json;charset=utf-16;q=0.5", "*/*;level=1",
        "application/json;profile=\"x;q=0\""})
    void parametersOfWhatIsAskedForAreNoneOfTheAnswer(String accept) {
        for (String path : List.of(READ + "?offset=0", READ + "/0", "/v1/topics", "/v1/topics/orders", "/v1/metadata",
                "/v1/cluster")) {
            assertThat(face.get(path, "Accept", accept).headers().firstValue("Content-Type")).as(path)
                .contains("application/json");
        }
        assertThat(face.post("/v1/topics/orders/messages", "{\"payload\":1}", "Accept", accept).headers()
            .firstValue("Content-Type")).contains("application/json");
    }

    private static void assertJson(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    }
}
