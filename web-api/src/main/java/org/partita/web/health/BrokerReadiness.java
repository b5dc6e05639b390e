package org.partita.web.health;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

import org.partita.broker.BrokerHost;

/** Up when the broker serves and one of its data directories at least can be written to. */
@Readiness
@ApplicationScoped
public class BrokerReadiness implements HealthCheck {
    @EJB
    private BrokerHost host;

    @Override
    public HealthCheckResponse call() {
        BrokerHealth health = BrokerHealth.of(host.state());
        return HealthCheckResponse.named("partita-broker").status(health.ready())
            .withData("state", health.state()).withData("cause", health.cause())
            .withData("directories", health.directories().size()).withData("writableDirectories", health.writable())
            .withData("notWritable", health.notWritable()).build();
    }
}
