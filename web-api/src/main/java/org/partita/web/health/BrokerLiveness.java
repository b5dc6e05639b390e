package org.partita.web.health;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

import org.partita.broker.BrokerHost;

/** Down when only a new process helps. */
@Liveness
@ApplicationScoped
public class BrokerLiveness implements HealthCheck {
    @EJB
    private BrokerHost host;

    @Override
    public HealthCheckResponse call() {
        BrokerHealth health = BrokerHealth.of(host.state());
        return HealthCheckResponse.named("partita-broker-process").status(health.alive())
            .withData("state", health.state()).build();
    }
}
