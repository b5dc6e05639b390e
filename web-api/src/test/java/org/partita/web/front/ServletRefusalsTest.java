package org.partita.web.front;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.container.AsyncResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.partita.web.metrics.RequestMeter;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.Problem;
import org.partita.web.testing.RecordedCalls;

class ServletRefusalsTest {
    private static final Problem STOPPING = Problem.of(ErrorCode.LEADER_UNAVAILABLE, "The broker is stopping.");

    private final RecordedCalls container = new RecordedCalls();
    private final HttpServletRequest request = container.of(HttpServletRequest.class);
    private final AsyncResponse answer = container.of(AsyncResponse.class);

    @BeforeEach
    void suspend() {
        HttpServletResponse response = new ProblemResponse(container.of(HttpServletResponse.class), "r-1",
            container.of(RequestMeter.class));
        container.returning("getAsyncContext", () -> container.of(AsyncContext.class));
        container.returning("getResponse", () -> response);
    }

    @Test
    void documentIsSentBeforeJaxRsEndsTheRequest() {
        new ServletRefusals(request).of(answer).accept(STOPPING);

        assertThat(container.body()).asString(UTF_8).contains("The broker is stopping.", "\"requestId\":\"r-1\"");
        assertThat(container.calls()).contains("setStatus 503", "setHeader Retry-After 1", "refused leader-unavailable")
            .containsSubsequence("flushBuffer", resumed());
    }

    @Test
    void jaxRsAndMetricsThatHaveEndedTakeNothingFromTheDocument() {
        for (String ended : new String[] {"resume", "refused"}) {
            container.returning(ended, () -> {
                throw new IllegalStateException("has been shut down");
            });
        }
        Consumer<Problem> refusal = new ServletRefusals(request).of(answer);

        refusal.accept(STOPPING);

        assertThat(container.body()).asString(UTF_8).contains("The broker is stopping.");
        assertThat(container.calls()).contains("flushBuffer").anyMatch(call -> call.startsWith("resume "));
    }

    private String resumed() {
        return container.calls().stream().filter(call -> call.startsWith("resume ")).findFirst().orElseThrow();
    }
}
