package org.partita.web.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.partita.broker.BrokerState;
import org.partita.core.broker.DirectoryStatus;

class BrokerHealthTest {
    @Test
    void startingBrokerIsAliveAndNotReady() {
        BrokerHealth health = BrokerHealth.of(new BrokerState.Starting());

        assertThat(health).isEqualTo(new BrokerHealth("starting", "", List.of()));
        assertThat(health.ready()).isFalse();
        assertThat(health.alive()).isTrue();
    }

    @Test
    void failedBrokerSaysWhyAndIsNotAlive() {
        BrokerHealth health = BrokerHealth.of(new BrokerState.Failed("data directory is locked"));

        assertThat(health).isEqualTo(new BrokerHealth("failed", "data directory is locked", List.of()));
        assertThat(health.ready()).isFalse();
        assertThat(health.alive()).isFalse();
    }

    @Test
    void stoppedBrokerIsNotReady() {
        BrokerHealth health = BrokerHealth.of(new BrokerState.Stopped());

        assertThat(health.state()).isEqualTo("stopped");
        assertThat(health.ready()).isFalse();
    }

    @Test
    void readyBrokerIsReadyWhileOneOfItsDirectoriesIsWritable() {
        BrokerHealth health = new BrokerHealth("ready", "", List.of(new DirectoryStatus(1, false),
            new DirectoryStatus(2, true), new DirectoryStatus(3, false)));

        assertThat(health.ready()).isTrue();
        assertThat(health.writable()).isEqualTo(1);
        assertThat(health.notWritable()).isEqualTo("1,3");
    }

    @Test
    void brokerThatCanWriteNowhereIsNotReadyAndAlive() {
        BrokerHealth health = new BrokerHealth("ready", "", List.of(new DirectoryStatus(1, false)));

        assertThat(health.ready()).isFalse();
        assertThat(health.alive()).isTrue();
    }
}
