package org.partita.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeoutException;

import jakarta.ws.rs.core.HttpHeaders;
import org.junit.jupiter.api.Test;

import org.partita.core.execution.Budget;
import org.partita.web.problem.ProblemException;
import org.partita.web.testing.Gzip;

class RequestBodyTest {
    private static final int MAX_BYTES = 1_000;
    private static final long MILLIS = 5;
    private static final String BODY = "{\"payload\":1}";

    private final Budget budget = new Budget(MAX_BYTES);
    private long nowMillis = 1;
    private final RequestBody bodies = new RequestBody(MAX_BYTES, budget, MILLIS, () -> nowMillis * 1_000_000);

    @Test
    void bodyThatIsNotAsLongAsAnnouncedIsRefusedWhole() {
        refusedAsCut(Map.of("Content-Length", "99"), body(BODY));
    }

    @Test
    void bodyWhoseConnectionBreaksIsRefusedWhole() {
        refusedAsCut(Map.of("Content-Length", "99"), before(new IOException("reset")));
        refusedAsCut(Map.of(), before(new IOException("a chunk is missing")));
    }

    @Test
    void gzipThatIsNotAsLongAsAnnouncedIsRefusedWhole() {
        byte[] whole = Gzip.of(BODY);
        InputStream cut = new ByteArrayInputStream(Arrays.copyOf(whole, whole.length - 3));

        refusedAsCut(Map.of("Content-Encoding", "gzip", "Content-Length", Integer.toString(whole.length)), cut);
    }

    @Test
    void readThatTheServerEndsInTimeIsRepeated() throws IOException {
        InputStream slow = new SequenceInputStream(failing(new IOException(new TimeoutException()), MILLIS - 1),
            body(BODY));

        try (BodyInFlight read = bodies.read(headers(Map.of()), slow)) {
            assertThat(read.bytes()).asString(UTF_8).isEqualTo(BODY);
        }
    }

    @Test
    void readThatEndsAfterTheTimeOfTheBodyMakesItLate() {
        for (IOException end : new IOException[] {new IOException(new TimeoutException()), new IOException("reset")}) {
            assertThatThrownBy(() -> bodies.read(headers(Map.of()), failing(end, MILLIS)))
                .isInstanceOf(ProblemException.class).extracting("code").isEqualTo("request-timeout");
        }
        assertThat(budget.used()).isZero();
    }

    private void refusedAsCut(Map<String, String> headers, InputStream body) {
        assertThatThrownBy(() -> bodies.read(headers(headers), body)).isInstanceOf(ProblemException.class)
            .hasMessageContaining("broke off").hasMessageContaining("Nothing was stored by this request")
            .extracting("code").isEqualTo("invalid-request");
        assertThat(budget.used()).isZero();
    }

    private static InputStream body(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    private InputStream before(IOException end) {
        return new SequenceInputStream(body(BODY), failing(end, 0));
    }

    /** Fails once, after a while, and has nothing. */
    private InputStream failing(IOException failure, long afterMillis) {
        return new InputStream() {
            private boolean failed;

            @Override
            public int read() throws IOException {
                if (failed) return -1;
                failed = true;
                nowMillis += afterMillis;
                throw failure;
            }
        };
    }

    private static HttpHeaders headers(Map<String, String> headers) {
        return (HttpHeaders) Proxy.newProxyInstance(HttpHeaders.class.getClassLoader(),
            new Class<?>[] {HttpHeaders.class}, (proxy, method, given) -> headers.get(given[0]));
    }
}
