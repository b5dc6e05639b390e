package org.partita.web.front;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;

import org.partita.web.metrics.RequestMeter;
import org.partita.web.testing.RecordedCalls;

class ProblemResponseTest {
    private final RecordedCalls container = new RecordedCalls();

    @Test
    void statusAndRequestIdStandBeforeAnybodyAnswers() {
        answer();

        assertThat(container.calls()).contains("setStatus 200", "setHeader X-Request-Id r-1");
    }

    @Test
    void errorOfTheContainerIsAProblem() throws IOException {
        answer().sendError(404, "<b>no such thing</b>");

        assertThat(container.calls()).contains("setStatus 404", "setHeader Content-Type application/problem+json",
            "refused not-found").doesNotContain("sendError 404");
        assertThat(container.body()).asString(UTF_8).contains("\"requestId\":\"r-1\"").doesNotContain("<b>");
    }

    @Test
    void unavailableSaysWhenToTryAgain() throws IOException {
        answer().sendError(503);

        assertThat(container.calls()).contains("setStatus 503", "setHeader Retry-After 1");
    }

    @Test
    void whatHasBegunToLeaveIsNotAnsweredTwice() throws IOException {
        container.returning("isCommitted", () -> true);

        answer().sendError(500);

        assertThat(container.body()).isEmpty();
        assertThat(container.calls()).doesNotContain("setStatus 500");
    }

    private ProblemResponse answer() {
        return new ProblemResponse(container.of(HttpServletResponse.class), "r-1", container.of(RequestMeter.class));
    }
}
