package org.partita.web.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
    private static final Tag SUCCESS = new Tag("outcome", "success");
    private static final Tag FAILURE = new Tag("outcome", "failure");
    private static final Tag WAITING = new Tag("waiting", "true");
    private static final Tag NOT_WAITING = new Tag("waiting", "false");

    @Inject
    private MetricRegistry registry;
    /** To look one up in the registry costs more than to count. */
    private final Map<String, Histogram> histograms = new ConcurrentHashMap<>();

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
            waiting ? WAITING : NOT_WAITING).update(microsSince(startNanos));
    }

    @Override
    public void refused(String code) {
        Metadata refused = Metadata.builder().withName("partita_requests_refused")
            .withDescription("Requests answered with a problem, by its code").build();
        registry.counter(refused, new Tag("code", code)).inc();
    }

    private Histogram histogram(String name, String description, Tag... tags) {
        StringBuilder key = new StringBuilder(name);
        for (Tag tag : tags) key.append(' ').append(tag.getTagValue());
        return histograms.computeIfAbsent(key.toString(), absent ->
            registry.histogram(Metadata.builder().withName(name).withDescription(description).build(), tags));
    }

    private static Tag outcome(boolean succeeded) {
        return succeeded ? SUCCESS : FAILURE;
    }

    private long microsSince(long startNanos) {
        return TimeUnit.NANOSECONDS.toMicros(Math.max(0, nowNanos() - startNanos));
    }
}
