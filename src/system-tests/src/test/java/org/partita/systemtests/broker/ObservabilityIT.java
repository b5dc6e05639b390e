package org.partita.systemtests.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.SharedBroker;

/** What operators ask a broker. */
@ExtendWith(SharedBroker.class)
class ObservabilityIT {
    @ParameterizedTest
    @ValueSource(strings = {"/health/live", "/health/ready"})
    void healthIsUp(String path, BrokerClient broker) {
        Answer answer = broker.get(path).expect(200);

        assertThat(answer.json().member("status").string()).isEqualTo("UP");
    }

    @Test
    void readinessIsAnsweredByOurOwnCheck(BrokerClient broker) {
        Answer answer = broker.get("/health/ready").expect(200);

        assertThat(answer.json().member("checks").elements()).extracting(check -> check.member("name").string())
            .contains("partita-broker");
        assertThat(answer.text()).contains("\"directories\":\"1\"", "\"writableDirectories\":\"1\"",
            "\"notWritable\":\"\"");
    }

    @Test
    void requestsLeaveNoTraceInTheLog(BrokerProcess process, BrokerClient broker) {
        broker.createTopic("quiet", 1);
        int before = process.outputLines().size();

        for (int i = 0; i < 5; i++) broker.publish("quiet", "{\"payload\":1}");
        broker.get("/v1/topics/quiet/partitions/0/messages?offset=earliest").expect(200);

        assertThat(process.outputLines().subList(before, process.outputLines().size())).isEmpty();
    }

    @Test
    void openApiDescribesTheContract(BrokerClient broker) {
        String description = broker.get("/openapi").expect(200).text();

        assertThat(description).contains("openapi:", "/v1/topics", "/v1/topics/{", "messages");
    }

    @Test
    void requestIdIsEchoed(BrokerClient broker) {
        Answer answer = broker.get("/v1/topics", "X-Request-Id", "request-42").expect(200);

        assertThat(answer.header("X-Request-Id")).contains("request-42");
    }
}
