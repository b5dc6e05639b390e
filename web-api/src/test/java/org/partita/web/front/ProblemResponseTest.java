package org.partita.web.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;

import org.partita.web.metrics.RequestMeter;

class ProblemResponseTest {
    private final List<String> calls = new ArrayList<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private boolean committed;

    @Test
    void statusAndRequestIdStandBeforeAnybodyAnswers() {
        answer();

        assertThat(calls).contains("setStatus 200", "setHeader X-Request-Id r-1");
    }

    @Test
    void errorOfTheContainerIsAProblem() throws IOException {
        answer().sendError(404, "<b>no such thing</b>");

        assertThat(calls).contains("setStatus 404", "setHeader Content-Type application/problem+json",
            "refused not-found").doesNotContain("sendError 404");
        assertThat(body.toString(StandardCharsets.UTF_8)).contains("\"requestId\":\"r-1\"").doesNotContain("<b>");
    }

    @Test
    void unavailableSaysWhenToTryAgain() throws IOException {
        answer().sendError(503);

        assertThat(calls).contains("setStatus 503", "setHeader Retry-After 1");
    }

    @Test
    void whatHasBegunToLeaveIsNotAnsweredTwice() throws IOException {
        committed = true;

        answer().sendError(500);

        assertThat(body.size()).isZero();
        assertThat(calls).doesNotContain("setStatus 500");
    }

    private ProblemResponse answer() {
        return new ProblemResponse(recording(HttpServletResponse.class), "r-1", recording(RequestMeter.class));
    }

    private <T> T recording(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
            (proxy, method, given) -> recorded(method.getName(), given)));
    }

    private Object recorded(String method, Object[] given) {
        StringBuilder call = new StringBuilder(method);
        if (given != null) for (Object argument : given) call.append(' ').append(argument);
        calls.add(call.toString());
        return switch (method) {
            case "isCommitted" -> committed;
            case "getOutputStream" -> new Body();
            default -> null;
        };
    }

    private final class Body extends ServletOutputStream {
        @Override
        public void write(int one) {
            body.write(one);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException("not waited for here");
        }
    }
}
