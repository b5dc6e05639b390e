package org.partita.web.metrics;

import java.util.function.Supplier;
import java.util.function.ToLongFunction;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricRegistry;

import org.partita.broker.BrokerHost;
import org.partita.broker.BrokerState;
import org.partita.core.broker.BrokerStatistics;

/** Registers the broker's statistics as gauges when the application starts; totals count since the broker's start. */
@ApplicationScoped
public class BrokerGauges {
    @Inject
    private MetricRegistry registry;

    @EJB
    private BrokerHost host;

    void register(@Observes @Initialized(ApplicationScoped.class) Object started) {
        gauge("partita_ready", "1 if the broker serves, else 0",
            () -> host.state() instanceof BrokerState.Ready ? 1 : 0);
        for (BrokerFigure figure : BrokerFigure.values()) {
            gauge(figure.metricName(), figure.description(), () -> value(figure.reader()));
        }
    }

    private void gauge(String name, String description, Supplier<Number> value) {
        registry.gauge(Metadata.builder().withName(name).withDescription(description).build(), value);
    }

    private long value(ToLongFunction<BrokerStatistics> reader) {
        return host.state() instanceof BrokerState.Ready ready ? reader.applyAsLong(ready.broker().statistics()) : 0;
    }
}
