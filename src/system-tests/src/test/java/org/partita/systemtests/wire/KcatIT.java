package org.partita.systemtests.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.SharedBroker;

/** A client of another family on a broker. */
@ExtendWith(SharedBroker.class)
class KcatIT {
    private Kcat kcat;
    private BrokerClient http;

    @BeforeEach
    void connect(BrokerProcess broker) {
        http = broker.client();
        kcat = new Kcat(broker);
        System.out.println("kcat " + kcat.version());
    }

    @Test
    void metadataNamesBrokerTopicsAndLeaders(BrokerProcess broker) {
        http.createTopic("kcat-metadata", 3);

        List<String> metadata = kcat.run("", "-L", "-t", "kcat-metadata");

        assertThat(metadata).anyMatch(line -> line.contains("broker 1 at " + broker.bootstrap()))
            .anyMatch(line -> line.contains("topic \"kcat-metadata\" with 3 partitions"));
        assertThat(metadata).filteredOn(line -> line.contains("leader 1, replicas: 1, isrs: 1")).hasSize(3);
    }
}
