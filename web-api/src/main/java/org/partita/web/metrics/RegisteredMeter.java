package org.partita.web.metrics;

import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.metrics.Histogram;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.Tag;

/**
 * Keeps histograms and counters in the metric registry of the server.
 *
 * <p>Histograms of plain numbers and not timers: this server shows the quantiles of timers in nanoseconds under a name
 * that ends with seconds.
 */
@ApplicationScoped
public class RegisteredMeter implements RequestMeter {
    @Inject
    private MetricRegistry registry;

    @Override
    public long nowNanos() {
        return System.nanoTime();
    }

    @Override
    public void published(long startNanos, boolean succeeded) {
        histogram("partita_publish_micros", "Microseconds from a publish request to its answer", outcome(succeeded))
            .update(microsSince(startNanos));
    }

    @Override
    public void fetched(long startNanos, boolean waiting, boolean succeeded) {
        histogram("partita_fetch_micros", "Microseconds from a fetch request to its answer", outcome(succeeded),
            new Tag("waiting", Boolean.toString(waiting))).update(microsSince(startNanos));
    }

    @Override
    public void refused(String code) {
        Metadata refused = Metadata.builder().withName("partita_requests_refused")
            .withDescription("Requests answered with a problem, by its code").build();
        registry.counter(refused, new Tag("code", code)).inc();
    }

    private Histogram histogram(String name, String description, Tag... tags) {
        return registry.histogram(Metadata.builder().withName(name).withDescription(description).build(), tags);
    }

    private static Tag outcome(boolean succeeded) {
        return new Tag("outcome", succeeded ? "success" : "failure");
    }

    private long microsSince(long startNanos) {
        return TimeUnit.NANOSECONDS.toMicros(Math.max(0, nowNanos() - startNanos));
    }
}
