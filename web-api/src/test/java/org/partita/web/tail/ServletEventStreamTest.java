package org.partita.web.tail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.container.AsyncResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.partita.web.testing.RecordedCalls;

class ServletEventStreamTest {
    private final RecordedCalls container = new RecordedCalls();

    @BeforeEach
    void answer() {
        container.returning("getResponse", () -> container.of(HttpServletResponse.class));
    }

    @Test
    void closingEndsTheAnswerOnce() throws IOException {
        ServletEventStream stream = begun();

        stream.close();
        stream.close();

        assertThat(resumed()).isEqualTo(1);
    }

    /** Else the end of the answer waits for a client that does not read. */
    @Test
    void answerThatIsBrokenOffLosesItsConnectionFirst() throws IOException {
        ServletEventStream stream = begun();

        stream.abort();
        stream.abort();
        stream.close();

        assertThat(resumed()).isEqualTo(1);
        assertThat(container.calls()).containsOnlyOnce("abort connection");
        assertThat(container.calls().indexOf("abort connection")).isEqualTo(container.calls().size() - 2);
    }

    @Test
    void serverThatHasEndedIsNoFailureOfTheTail() throws IOException {
        container.returning("resume", () -> {
            throw new IllegalStateException("has been shut down");
        });

        assertThatCode(begun()::close).doesNotThrowAnyException();

        assertThat(resumed()).isEqualTo(1);
    }

    @Test
    void serverIsNotGivenTheArrayOfTheEventForItKeepsTheLastOne() throws IOException {
        KeptArray out = new KeptArray();
        container.returning("getOutputStream", () -> out);

        begun().write(new byte[900_000], 100_000, 8_192);

        assertThat(out.given).hasSize(8_192);
    }

    private ServletEventStream begun() throws IOException {
        return ServletEventStream.begin(container.of(AsyncContext.class), container.of(AsyncResponse.class), "r-1",
            () -> container.calls().add("abort connection"));
    }

    private long resumed() {
        return container.calls().stream().filter(call -> call.startsWith("resume ")).count();
    }

    private static final class KeptArray extends ServletOutputStream {
        private byte[] given;

        @Override
        public void write(int one) {
            throw new AssertionError("byte by byte");
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            given = bytes;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            // Nobody listens.
        }
    }
}
