package org.partita.web.metrics;

import static java.util.Objects.requireNonNull;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricID;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.Tag;

/** Series in the metric registry of the server. */
final class RegisteredSeries implements SeriesRegistry {
    private final MetricRegistry registry;

    RegisteredSeries(MetricRegistry registry) {
        this.registry = requireNonNull(registry, "registry");
    }

    @Override
    public LongConsumer counter(Series series) {
        return registry.counter(metadata(series), tags(series))::inc;
    }

    @Override
    public void gauge(Series series, LongSupplier value) {
        registry.gauge(metadata(series), value::getAsLong, tags(series));
    }

    @Override
    public void remove(Series series) {
        registry.remove(new MetricID(series.name(), tags(series)));
    }

    private static Metadata metadata(Series series) {
        return Metadata.builder().withName(series.name()).withDescription(series.description()).build();
    }

    private static Tag[] tags(Series series) {
        return series.label().isEmpty() ? new Tag[0] : new Tag[] {new Tag(series.label(), series.labelValue())};
    }
}
