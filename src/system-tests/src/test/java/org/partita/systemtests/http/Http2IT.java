package org.partita.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.SharedBroker;

/** HTTP/2 without asking for it: what holds in HTTP/1.1 holds there. {@link SlowBodiesIT} has the deadline. */
@ExtendWith(SharedBroker.class)
class Http2IT {
    private static final String BODY = "{\"payload\":1}";
    private static final Map<String, String> JSON = Map.of("content-type", "application/json");

    @Test
    void publishIsStoredHoweverItsBodyComes(BrokerProcess broker) {
        broker.client().createTopic("two", 1);
        try (Http2Connection connection = new Http2Connection(broker.httpPort())) {
            connection.post("two", "localhost", JSON).body(BODY.substring(0, 5), false);
            broker.client().get("/v1/topics").expect(200);

            assertThat(connection.body(BODY.substring(5), true).answer().member("offset").integer()).isZero();
        }
        assertThat(broker.client().readAll("two", 0)).hasSize(1);
    }

    @Test
    void foreignHostIsKeptAway(BrokerProcess broker) {
        try (Http2Connection connection = new Http2Connection(broker.httpPort())) {
            connection.post("any", "evil.example", JSON).body(BODY, true);

            assertThat(connection.answer().member("code").string()).isEqualTo("forbidden");
        }
    }

    @Test
    void bodyThatIsTooLargeByItsOwnAccountIsRefused(BrokerProcess broker) {
        try (Http2Connection connection = new Http2Connection(broker.httpPort())) {
            connection.post("any", "localhost", Map.of("content-type", "application/json", "content-length",
                "99999999"));

            assertThat(connection.answer().member("code").string()).isEqualTo("request-too-large");
        }
    }
}
