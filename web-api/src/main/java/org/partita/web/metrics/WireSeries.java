package org.partita.web.metrics;

import static java.util.Objects.requireNonNull;

import java.util.function.ToLongFunction;

import org.partita.broker.WireFigures;
import org.partita.web.metrics.SeriesRegistry.Series;

/** The series of the listener of the Kafka protocol. Followed by one thread at a time. */
final class WireSeries {
    private final SeriesRegistry registry;
    private final Total refused;
    private volatile WireFigures latest = WireFigures.NONE;

    WireSeries(SeriesRegistry registry) {
        this.registry = requireNonNull(registry, "registry");
        this.refused = new Total(registry, new Series("partita_wire_connections_refused",
            "Connections of Kafka clients closed at once because there were as many as may be"));
        gauge("partita_wire_connections", "Connections of Kafka clients", WireFigures::connections);
        gauge("partita_wire_request_bytes", "Memory for requests of Kafka clients that are not answered",
            WireFigures::requestBytes);
        gauge("partita_wire_unsent_bytes", "Bytes of answers that Kafka clients have not taken",
            WireFigures::unsentBytes);
    }

    void follow(WireFigures figures) {
        latest = figures;
        refused.follow(figures.connectionsRefused());
    }

    private void gauge(String name, String description, ToLongFunction<WireFigures> reader) {
        registry.gauge(new Series(name, description), () -> reader.applyAsLong(latest));
    }
}
