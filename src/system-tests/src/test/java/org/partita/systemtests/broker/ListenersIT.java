package org.partita.systemtests.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.SharedBroker;

/** What the network sees of a broker nobody configured. */
@ExtendWith(SharedBroker.class)
class ListenersIT {
    @Test
    void brokerListensOnLoopbackOnly(BrokerProcess broker) {
        List<InetSocketAddress> listeners = broker.listeners();

        assertThat(listeners).extracting(InetSocketAddress::getPort).contains(broker.httpPort());
        assertThat(listeners).allSatisfy(
            listener -> assertThat(listener.getAddress().isLoopbackAddress()).as("%s", listener).isTrue());
    }
}
