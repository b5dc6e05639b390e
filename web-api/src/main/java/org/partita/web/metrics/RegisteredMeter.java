package org.partita.web.metrics;


import java.time.Duration;

import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.MetricUnits;
import org.eclipse.microprofile.metrics.Tag;
import org.eclipse.microprofile.metrics.Timer;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Keeps timers and counters in the metric registry of the server. */
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
        timer("partita_publish", "Time from a publish request to its answer",
            outcome(succeeded)).update(since(startNanos));
    }

    @Override
    public void fetched(long startNanos, boolean waiting, boolean succeeded) {
        timer("partita_fetch", "Time from a fetch request to its answer", outcome(succeeded),
            new Tag("waiting", Boolean.toString(waiting))).update(since(startNanos));
    }

    @Override
    public void refused(String code) {
        Metadata refused = Metadata.builder().withName("partita_requests_refused")
            .withDescription("Requests answered with a problem, by its code").build();
        registry.counter(refused, new Tag("code", code)).inc();
    }

    private Timer timer(String name, String description, Tag... tags) {
        return registry.timer(Metadata.builder().withName(name).withDescription(description)
            .withUnit(MetricUnits.NANOSECONDS).build(), tags);
    }

    private static Tag outcome(boolean succeeded) {
        return new Tag("outcome", succeeded ? "success" : "failure");
    }

    private Duration since(long startNanos) {
        return Duration.ofNanos(Math.max(0, nowNanos() - startNanos));
    }
}
