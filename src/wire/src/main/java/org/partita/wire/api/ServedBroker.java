package org.partita.wire.api;

import static java.util.Objects.requireNonNull;

import org.partita.core.broker.Broker;
import org.partita.core.broker.BrokerConfig;

/**
 * The broker behind a listener.
 *
 * @param config what it was started with
 * @param host by which clients reach the listener
 * @param port by which clients reach it
 */
public record ServedBroker(Broker broker, BrokerConfig config, String host, int port) {
    private static final int MAX_PORT = 65_535;

    public ServedBroker {
        requireNonNull(broker, "broker");
        requireNonNull(config, "config");
        requireNonNull(host, "host");
        if (port < 1 || port > MAX_PORT) throw new IllegalArgumentException("port " + port + ", 1 to 65535 expected");
    }

    int id() {
        return config.brokerId();
    }

    String clusterId() {
        return broker.metadata().clusterId();
    }
}
