package org.partita.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import org.partita.broker.BrokerState;
import org.partita.web.problem.ProblemException;

class HostedBrokerAccessTest {
    @Test
    void requestDuringTheStartMayBeRepeated() {
        assertThatThrownBy(() -> HostedBrokerAccess.requireReady(new BrokerState.Starting()))
            .isInstanceOfSatisfying(ProblemException.class, refused -> {
                assertThat(refused.code()).isEqualTo("starting");
                assertThat(refused.retriable()).isTrue();
            });
    }

    @Test
    void brokerThatFailedOrStoppedSendsClientsToAnother() {
        for (BrokerState state : new BrokerState[] {new BrokerState.Failed("locked"), new BrokerState.Stopped()}) {
            assertThatThrownBy(() -> HostedBrokerAccess.requireReady(state))
                .isInstanceOfSatisfying(ProblemException.class, refused -> {
                    assertThat(refused.code()).isEqualTo("leader-unavailable");
                    assertThat(refused.getMessage()).doesNotContain("locked");
                });
        }
    }
}
