package org.partita.systemtests.http;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.RawAnswer;
import org.partita.systemtests.harness.RawHttp;
import org.partita.systemtests.harness.SharedBroker;
import org.partita.systemtests.harness.SharedBroker.Configured;

/** Web pages of strangers, which a browser on the broker's machine would send here. */
@ExtendWith(SharedBroker.class)
class AddressGuardIT {
    private static final String CREATE = "{\"name\":\"guarded\"}";

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example",
        "localhost:abc", "10.0.0.1", "localhost/..", "user@localhost"})
    void foreignHostIsRefusedForReadsToo(String host, BrokerProcess broker) {
        RawAnswer answer = RawHttp.exchange(broker.httpPort(), "", "GET /v1/topics HTTP/1.1", "Host: " + host);

        answer.expectProblem(403, "forbidden");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:9", "127.0.0.1", "127.1.2.3:8080", "[::1]:8080"})
    void loopbackHostIsServed(String host, BrokerProcess broker) {
        RawHttp.exchange(broker.httpPort(), "", "GET /v1/topics HTTP/1.1", "Host: " + host).expect(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Origin: http://evil.example", "Origin: null", "Origin: http://localhost:1",
        "Origin: http://localhost.evil.example", "Sec-Fetch-Site: cross-site"})
    void pageOfAnotherOriginChangesNothing(String header, BrokerProcess broker) {
        RawAnswer answer = RawHttp.exchange(broker.httpPort(), CREATE, "POST /v1/topics HTTP/1.1",
            "Host: localhost:" + broker.httpPort(), header, "Content-Type: application/json",
            "Content-Length: " + CREATE.length());

        answer.expectProblem(403, "forbidden");
        broker.client().get("/v1/topics/guarded").expect(404);
    }

    @Test
    void pageOfTheBrokersOwnOriginAndReadsOfAnyPageAreServed(BrokerProcess broker) {
        String host = "localhost:" + broker.httpPort();

        RawHttp.exchange(broker.httpPort(), "", "DELETE /v1/topics/absent HTTP/1.1", "Host: " + host,
            "Origin: http://" + host, "Sec-Fetch-Site: same-origin").expectProblem(404, "topic-not-found");
        RawHttp.exchange(broker.httpPort(), "", "GET /v1/topics HTTP/1.1", "Host: " + host,
            "Origin: http://evil.example", "Sec-Fetch-Site: cross-site").expect(200);
    }

    @Test
    void healthIsTheServersAndAskedUnderAnyName(BrokerProcess broker) {
        RawHttp.exchange(broker.httpPort(), "", "GET /health/ready HTTP/1.1", "Host: probe.example").expect(200);
    }

    @Test
    void advertisedHostIsServed(@Configured BrokerProcess broker) {
        int port = broker.httpPort();

        RawHttp.exchange(port, "", "GET /v1/topics HTTP/1.1", "Host: queue.example").expect(200);
        RawHttp.exchange(port, "", "DELETE /v1/topics/absent HTTP/1.1", "Host: queue.example",
            "Origin: https://queue.example").expectProblem(404, "topic-not-found");
        RawHttp.exchange(port, "", "GET /v1/topics HTTP/1.1", "Host: other.example")
            .expectProblem(403, "forbidden");
    }
}
