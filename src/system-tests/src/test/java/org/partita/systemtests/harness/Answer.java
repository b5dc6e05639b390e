package org.partita.systemtests.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.Optional;

/** What a broker answered over HTTP. */
public final class Answer {
    private static final int LONGEST_EXCERPT = 2000;

    private final HttpResponse<byte[]> response;

    Answer(HttpResponse<byte[]> response) {
        this.response = response;
    }

    public int status() {
        return response.statusCode();
    }

    public HttpClient.Version version() {
        return response.version();
    }

    public byte[] bytes() {
        return response.body().clone();
    }

    public String text() {
        return new String(response.body(), UTF_8);
    }

    public JsonText json() {
        return JsonText.of(text());
    }

    public Optional<String> header(String name) {
        return response.headers().firstValue(name);
    }

    public HttpHeaders headers() {
        return response.headers();
    }

    /** Fails with the whole answer unless the status is this one. */
    public Answer expect(int status) {
        String excerpt = text().substring(0, Math.min(LONGEST_EXCERPT, text().length()));
        assertThat(status()).as("%s %s answered %s", response.request().method(), response.uri(), excerpt)
            .isEqualTo(status);
        return this;
    }

    /** Fails unless this is a problem with this status and code, complete and free of internals. */
    public JsonText expectProblem(int status, String code) {
        expect(status);
        assertThat(header("Content-Type")).as("content type of %s", text()).hasValueSatisfying(
            type -> assertThat(type).startsWith("application/problem+json"));
        return ProblemDocument.check(text(), status, code, header("X-Request-Id"));
    }
}
