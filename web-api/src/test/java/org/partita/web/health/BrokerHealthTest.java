package org.partita.web.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.partita.broker.BrokerState;

class BrokerHealthTest {
    @Test
    void startingBrokerIsAliveAndNotReady() {
        BrokerHealth health = BrokerHealth.of(new BrokerState.Starting());

        assertThat(health).isEqualTo(new BrokerHealth("starting", ""));
        assertThat(health.ready()).isFalse();
        assertThat(health.alive()).isTrue();
    }

    @Test
    void failedBrokerSaysWhyAndIsNotAlive() {
        BrokerHealth health = BrokerHealth.of(new BrokerState.Failed("data directory is locked"));

        assertThat(health).isEqualTo(new BrokerHealth("failed", "data directory is locked"));
        assertThat(health.ready()).isFalse();
        assertThat(health.alive()).isFalse();
    }

    @Test
    void stoppedBrokerIsNotReady() {
        BrokerHealth health = BrokerHealth.of(new BrokerState.Stopped());

        assertThat(health.state()).isEqualTo("stopped");
        assertThat(health.ready()).isFalse();
    }
}
