package org.partita.web.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.net.http.HttpResponse;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;

/** Looks into answers. */
public final class Answers {
    private Answers() {
    }

    public static JsonObject json(HttpResponse<String> answer) {
        try (JsonReader reader = Json.createReader(new StringReader(answer.body()))) {
            return reader.readObject();
        }
    }

    /** Fails unless {@code answer} is a complete problem document of this status and code. */
    public static JsonObject problem(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        JsonObject problem = json(answer);
        assertThat(problem.getString("code")).isEqualTo(code);
        assertThat(problem.getString("type")).isEqualTo("urn:partita:error:" + code);
        assertThat(problem.getInt("status")).isEqualTo(status);
        assertThat(problem.getString("detail")).isNotBlank();
        assertThat(answer.headers().firstValue("X-Request-Id")).contains(problem.getString("requestId"));
        return problem;
    }
}
