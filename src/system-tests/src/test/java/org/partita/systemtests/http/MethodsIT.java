package org.partita.systemtests.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.http.OddRequestsIT.PATHS;
import static org.partita.systemtests.http.OddRequestsIT.exchange;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.RawAnswer;
import org.partita.systemtests.harness.RawHttp;
import org.partita.systemtests.harness.SharedBroker;

/** Methods that read, and those that the server in front of the broker knows better or not at all. */
@ExtendWith(SharedBroker.class)
class MethodsIT {
    @Test
    void b142HeadAnswersAsGetWithoutABody(BrokerProcess broker) {
        for (String path : PATHS) {
            String there = path.replace("absent/partitions/0/messages", "absent/partitions/0/messages?offset=0");
            RawAnswer head = exchange(broker, "HEAD " + there + " HTTP/1.1");

            RawAnswer get = exchange(broker, "GET " + there + " HTTP/1.1");

            assertThat(head.status()).as(path).isEqualTo(get.status());
            assertThat(head.header("Content-Type")).as(path).isEqualTo(get.header("Content-Type"));
        }
    }

    @Test
    void b142OptionsAndWrongMethodsNameTheRightOnes(BrokerProcess broker) {
        for (String path : PATHS) {
            RawAnswer options = exchange(broker, "OPTIONS " + path + " HTTP/1.1");
            RawAnswer wrong = exchange(broker, "PROPFIND " + path + " HTTP/1.1");

            assertThat(options.status()).as(path).isIn(200, 204);
            assertThat(methods(options)).as(path).contains("OPTIONS");
            wrong.expectProblem(405, "method-not-allowed");
            assertThat(methods(wrong)).as(path).isEqualTo(methods(options));
            RawAnswer trace = exchange(broker, "TRACE " + path + " HTTP/1.1");
            trace.expectProblem(405, "method-not-allowed");
            assertThat(methods(trace)).as(path).isEqualTo(methods(options));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:443", "/v1/topics", "*"})
    void connectIsRefusedWithAProblem(String target, BrokerProcess broker) {
        exchange(broker, "CONNECT " + target + " HTTP/1.1").expectProblem(405, "method-not-allowed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "DELETE"})
    void bodyOfAMethodThatHasNoneIsRefusedByTheServerWithoutAnyBody(String method, BrokerProcess broker) {
        RawAnswer answer = RawHttp.exchange(broker.httpPort(), "{}", method + " /v1/topics/absent HTTP/1.1",
            "Host: localhost", "Content-Length: 2");

        assertThat(answer.expect(400).text()).isEmpty();
    }

    @Test
    void bodyOfATraceIsNotTakenForTheNextRequest(BrokerProcess broker) {
        String inner = RawHttp.head("GET /v1/smuggled HTTP/1.1", "Host: localhost", "Connection: close");
        try (RawHttp connection = new RawHttp(broker.httpPort())) {
            connection.send(RawHttp.head("TRACE /v1/topics HTTP/1.1", "Host: localhost",
                "Content-Length: " + inner.length()) + inner);

            String answers = new String(connection.rest(), US_ASCII);

            assertThat(answers).startsWith("HTTP/1.1 405").containsOnlyOnce("HTTP/1.1 ");
        }
    }

    private static Set<String> methods(RawAnswer answer) {
        return Set.of(answer.header("Allow").orElseThrow().split(", *"));
    }
}
