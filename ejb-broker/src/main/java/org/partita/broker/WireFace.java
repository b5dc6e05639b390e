package org.partita.broker;

import java.util.Optional;

/** What the other faces tell of the listener of the Kafka protocol. May be asked by any thread. */
public interface WireFace {
    /** There is no listener. */
    WireFace OFF = new WireFace() {
        @Override
        public Optional<String> endpoint() {
            return Optional.empty();
        }

        @Override
        public WireFigures figures() {
            return WireFigures.NONE;
        }
    };

    /** {@code host:port} under which clients reach it; empty if there is none. */
    Optional<String> endpoint();

    WireFigures figures();
}
