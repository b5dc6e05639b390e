package org.partita.web.http;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;

import org.partita.broker.BrokerHost;
import org.partita.broker.BrokerState;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.ProblemException;

/** Asks the broker's EJB until it is ready and remembers the answer: no EJB call per request after that. */
@ApplicationScoped
public class HostedBrokerAccess implements BrokerAccess {
    @EJB
    private BrokerHost host;

    private volatile BrokerState.Ready ready;

    @Override
    public BrokerState.Ready ready() {
        BrokerState.Ready known = ready;
        if (known != null) return known;
        known = requireReady(host.state());
        ready = known;
        return known;
    }

    static BrokerState.Ready requireReady(BrokerState state) {
        if (state instanceof BrokerState.Ready found) return found;
        if (state instanceof BrokerState.Starting) {
            throw new ProblemException(ErrorCode.STARTING, "This broker is starting; try again in a moment.");
        }
        throw new ProblemException(ErrorCode.LEADER_UNAVAILABLE,
            "This broker does not serve; /health/ready says why. Ask another broker.");
    }
}
