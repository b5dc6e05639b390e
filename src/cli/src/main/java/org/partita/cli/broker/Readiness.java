package org.partita.cli.broker;

import static java.util.Objects.requireNonNull;

/** What the server's health says about the broker. */
sealed interface Readiness {
    /** The broker's check is not there: the application is not deployed, or not yet. */
    record Absent() implements Readiness {
    }

    record Starting() implements Readiness {
    }

    record Ready() implements Readiness {
    }

    /** The broker will not come up by itself. @param cause one line */
    record Failed(String cause) implements Readiness {
        public Failed {
            requireNonNull(cause, "cause");
        }
    }
}
