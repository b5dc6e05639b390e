package org.partita.web.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.web.problem.Problem;

class AddressGuardTest {
    private final AddressGuard guard = new AddressGuard("Queue.example:8080");

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LocalHost:1", "127.0.0.1:8080", "127.9.9.9", "[::1]", "[::1]:8080",
        "queue.example", "queue.EXAMPLE:9"})
    void loopbackAndAdvertisedHostsAreServed(String host) {
        assertThat(read(host)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evilqueue.example",
        "1127.0.0.1", "10.0.0.1", "[::2]", "", "localhost:", "localhost:x", "a@localhost", "localhost/x", "[::1"})
    void otherHostsAreRefused(String host) {
        assertThat(read(host)).get().extracting(Problem::status, Problem::code).containsExactly(403, "forbidden");
    }

    @Test
    void requestWithoutHostIsServedAndWithTwoRefused() {
        assertThat(guard.refusal("GET", List.of(), List.of(), List.of())).isEmpty();
        assertThat(guard.refusal("GET", List.of("localhost", "localhost"), List.of(), List.of())).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"localhost:8080,http://localhost:8080", "localhost,http://localhost",
        "queue.example,https://queue.example",
        "localhost:80,http://localhost", "queue.example:443,https://Queue.example", "[::1]:8080,http://[::1]:8080"})
    void pageOfTheSameOriginMayChangeSomething(String host, String origin) {
        assertThat(guard.refusal("POST", List.of(host), List.of(origin), List.of("same-origin"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"localhost:8080,http://localhost:3000", "localhost:8080,http://evil.example", "localhost:8080,null",
        "localhost:8080,http://127.0.0.1:8080", "localhost,https://localhost:80", "localhost:8080,''",
        "localhost:8080,http://localhost:8080/x", "localhost:8080,http://a@localhost:8080"})
    void pageOfAnotherOriginMayOnlyRead(String host, String origin) {
        assertThat(guard.refusal("DELETE", List.of(host), List.of(origin), List.of())).isPresent();
        assertThat(guard.refusal("PROPPATCH", List.of(host), List.of(origin), List.of())).isPresent();
        assertThat(guard.refusal("GET", List.of(host), List.of(origin), List.of())).isEmpty();
    }

    @Test
    void anyForeignOriginAmongSeveralIsRefused() {
        assertThat(guard.refusal("POST", List.of("localhost"), List.of("http://localhost", "http://evil.example"),
            List.of())).isPresent();
        assertThat(guard.refusal("POST", List.of("localhost"), List.of(), List.of("none", "Cross-Site"))).isPresent();
        assertThat(guard.refusal("POST", List.of(), List.of("http://localhost"), List.of())).isPresent();
    }

    private Optional<Problem> read(String host) {
        return guard.refusal("GET", List.of(host), List.of(), List.of());
    }
}
