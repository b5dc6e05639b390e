package org.partita.broker;

import static java.util.Objects.requireNonNull;

import org.partita.core.broker.Broker;

/** Where the broker of this server is in its life. Immutable; published by one volatile write. */
public sealed interface BrokerState {
    /** The start was submitted and is not through: recovering logs, opening the data directory. */
    record Starting() implements BrokerState {
    }

    /**
     * Serving.
     *
     * @param answers where the faces write what readers asked for
     * @param tails the same for answers without an end
     * @param wire what is told of the listener of the Kafka protocol
     */
    record Ready(Broker broker, BrokerSettings settings, ReaderAnswers answers, TailThreads tails, WireFace wire)
        implements BrokerState {
        public Ready {
            requireNonNull(answers, "answers");
            requireNonNull(broker, "broker");
            requireNonNull(settings, "settings");
            requireNonNull(tails, "tails");
            requireNonNull(wire, "wire");
        }
    }

    /** Did not come up and will not by itself. @param cause one line that tells an operator what to do */
    record Failed(String cause) implements BrokerState {
        public Failed {
            requireNonNull(cause, "cause");
        }
    }

    /** Was stopped, with the server or the application. */
    record Stopped() implements BrokerState {
    }
}
