package org.partita.systemtests.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.SharedBroker;

/** What the network sees of a broker nobody configured. */
@ExtendWith(SharedBroker.class)
class ListenersIT {
    @Test
    void brokerListensOnTwoPortsOfLoopbackOnly(BrokerProcess broker) {
        List<InetSocketAddress> listeners = broker.listeners();

        assertThat(listeners).extracting(InetSocketAddress::getPort)
            .containsExactlyInAnyOrder(broker.httpPort(), broker.wirePort());
        assertThat(listeners).allSatisfy(
            listener -> assertThat(listener.getAddress().isLoopbackAddress()).as("%s", listener).isTrue());
    }

    @Test
    void bothFacesAreTold(BrokerProcess broker) {
        List<String> told = List.of("/v1/metadata", "/v1/cluster").stream()
            .map(path -> broker.client().get(path).expect(200).json().member("brokers").elements().get(0)
                .member("wire").string()).toList();

        assertThat(told).containsOnly(broker.bootstrap());
        assertThat(broker.outputLines()).contains("  Kafka  " + broker.bootstrap());
    }

    @Test
    void withoutTheKafkaProtocolOnePortIsOpen(@TempDir Path data) {
        try (BrokerProcess broker = BrokerProcess.start(data, "--wire", "off")) {
            assertThat(broker.listeners()).extracting(InetSocketAddress::getPort).containsExactly(broker.httpPort());
            assertThat(broker.outputLines()).contains("  Kafka  off");
        }
    }
}
