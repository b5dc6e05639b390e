package org.partita.web.metrics;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

import org.partita.broker.WireFigures;
import org.partita.web.metrics.SeriesRegistry.Series;

/** The series of the listener of the Kafka protocol. Followed by one thread at a time. */
final class WireSeries {
    private final SeriesRegistry registry;
    private final Total refused;
    private final Map<String, Total> byLabel = new HashMap<>();
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
        follow("partita_wire_produce_micros", "produce requests of Kafka clients", figures.produce());
        follow("partita_wire_fetch_micros", "fetch requests of Kafka clients, waiting included", figures.fetch());
        figures.errors().forEach((error, count) -> labelled("partita_wire_errors",
            "Parts of answers to Kafka clients that have an error, by its name", "error", error).follow(count));
    }

    /** Buckets as Prometheus has them, so that its quantiles can be taken of them. */
    private void follow(String name, String what, WireFigures.Times times) {
        for (int i = 0; i < times.within().size(); i++) {
            String bound = i < times.boundsMicros().size() ? times.boundsMicros().get(i).toString() : "+Inf";
            labelled(name + "_bucket", "How many " + what + " took no longer, in microseconds", "le", bound)
                .follow(times.within().get(i));
        }
        labelled(name + "_sum", "Microseconds that " + what + " took", "", "").follow(times.sumMicros());
    }

    /** Of labels with few values. */
    private Total labelled(String name, String description, String label, String value) {
        return byLabel.computeIfAbsent(name + ' ' + value,
            absent -> new Total(registry, new Series(name, description, label, value)));
    }

    private void gauge(String name, String description, ToLongFunction<WireFigures> reader) {
        registry.gauge(new Series(name, description), () -> reader.applyAsLong(latest));
    }
}
