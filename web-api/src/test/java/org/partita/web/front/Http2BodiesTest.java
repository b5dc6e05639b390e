package org.partita.web.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.partita.web.metrics.RequestMeter;
import org.partita.web.testing.RecordedCalls;

class Http2BodiesTest {
    private static final int AT_A_TIME = 32;

    private final RecordedCalls container = new RecordedCalls();
    private final Http2Bodies bodies = new Http2Bodies();

    @ParameterizedTest
    @CsvSource({"HTTP/2.0,'',true", "HTTP/1.1,'',false", "HTTP/1.1,h2c,true", "HTTP/1.1,websocket,false",
        "HTTP/1.1,'websocket, H2C',true", "HTTP/1.0,h2c2,false"})
    void onlyHttp2AndWhatAsksForItIsConcerned(String protocol, String upgrade, boolean concerned) {
        container.returning("getProtocol", () -> protocol);
        container.returning("getHeaders", () ->
            Collections.enumeration(upgrade.isEmpty() ? List.of() : List.of(upgrade)));

        assertThat(Http2Bodies.concerns(container.of(HttpServletRequest.class))).isEqualTo(concerned);
    }

    @Test
    void onlyAFewAreServedAtATime() throws IOException {
        List<Integer> served = new ArrayList<>();

        nest(AT_A_TIME + 1, served);

        assertThat(served).hasSize(AT_A_TIME);
        assertThat(container.calls()).containsOnlyOnce("refused leader-unavailable");
    }

    @Test
    void thoseThatEndMakeRoomAlsoIfTheyFail() throws IOException {
        for (int i = 0; i < 2 * AT_A_TIME; i++) {
            assertThatThrownBy(() -> bodies.serve(answer(), () -> {
                throw new IOException("the client has gone");
            })).isInstanceOf(IOException.class);
        }

        List<Integer> served = new ArrayList<>();
        nest(AT_A_TIME, served);

        assertThat(served).hasSize(AT_A_TIME);
        assertThat(container.calls()).doesNotContain("refused leader-unavailable");
    }

    private void nest(int depth, List<Integer> served) throws IOException {
        if (depth == 0) return;
        bodies.serve(answer(), () -> {
            served.add(depth);
            nest(depth - 1, served);
        });
    }

    private ProblemResponse answer() {
        return new ProblemResponse(container.of(HttpServletResponse.class), "r-1", container.of(RequestMeter.class));
    }
}
