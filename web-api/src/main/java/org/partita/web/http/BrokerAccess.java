package org.partita.web.http;

import org.partita.broker.BrokerState;

/** The way to the broker of this server. */
public interface BrokerAccess {
    /**
     * The broker and its settings.
     *
     * @throws org.partita.web.problem.ProblemException with status 503 while there is none
     */
    BrokerState.Ready ready();
}
