package org.partita.web.health;

import static java.util.Objects.requireNonNull;

import org.partita.broker.BrokerState;

/**
 * A state of the broker as health checks show it.
 *
 * @param state starting, ready, failed or stopped
 * @param cause why it failed, else empty
 */
record BrokerHealth(String state, String cause) {
    BrokerHealth {
        requireNonNull(state, "state");
        requireNonNull(cause, "cause");
    }

    static BrokerHealth of(BrokerState state) {
        if (state instanceof BrokerState.Ready) return new BrokerHealth("ready", "");
        if (state instanceof BrokerState.Starting) return new BrokerHealth("starting", "");
        if (state instanceof BrokerState.Failed failed) return new BrokerHealth("failed", failed.cause());
        return new BrokerHealth("stopped", "");
    }

    boolean ready() {
        return state.equals("ready");
    }

    /** A broker that failed to start does not come back by itself: only a new process helps. */
    boolean alive() {
        return !state.equals("failed");
    }
}
