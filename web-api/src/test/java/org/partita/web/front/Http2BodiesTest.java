package org.partita.web.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;

import org.partita.web.metrics.RequestMeter;

class Http2BodiesTest {
    private static final int AT_A_TIME = 32;

    private final List<Object> refused = new ArrayList<>();
    private final Http2Bodies bodies = new Http2Bodies();

    @Test
    void onlyAFewAreServedAtATime() throws IOException {
        List<Integer> served = new ArrayList<>();

        nest(AT_A_TIME + 1, served);

        assertThat(served).hasSize(AT_A_TIME);
        assertThat(refused).containsExactly("leader-unavailable");
    }

    @Test
    void thoseThatEndMakeRoomAlsoIfTheyFail() throws IOException {
        for (int i = 0; i < 2 * AT_A_TIME; i++) {
            assertThatThrownBy(() -> bodies.serve(answer(), () -> {
                throw new IOException("the client has gone");
            })).isInstanceOf(IOException.class);
        }

        bodies.serve(answer(), () -> refused.add("none"));

        assertThat(refused).containsExactly("none");
    }

    private void nest(int depth, List<Integer> served) throws IOException {
        if (depth == 0) return;
        bodies.serve(answer(), () -> {
            served.add(depth);
            nest(depth - 1, served);
        });
    }

    private ProblemResponse answer() {
        HttpServletResponse response = (HttpServletResponse) Proxy.newProxyInstance(getClass().getClassLoader(),
            new Class<?>[] {HttpServletResponse.class}, (proxy, method, given) -> switch (method.getName()) {
                case "isCommitted" -> false;
                case "getOutputStream" -> new Nowhere();
                default -> null;
            });
        RequestMeter meter = (RequestMeter) Proxy.newProxyInstance(getClass().getClassLoader(),
            new Class<?>[] {RequestMeter.class}, (proxy, method, given) -> {
                refused.add(given[0]);
                return null;
            });
        return new ProblemResponse(response, "r-1", meter);
    }

    private static final class Nowhere extends ServletOutputStream {
        @Override
        public void write(int one) {
            // Nobody looks at the answer here.
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
