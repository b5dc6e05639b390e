package org.partita.web.tail;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricRegistry;

/** The tails of this server: a share of its heap, and a metric that says how many there are. */
@ApplicationScoped
public class ServerTails {
    private static final long HEAP_SHARE = 16;
    /** Room for two of the largest messages on the smallest heap. */
    private static final long BYTES_AT_LEAST = 32L << 20;

    private final Tails tails = new Tails(Math.max(BYTES_AT_LEAST, Runtime.getRuntime().maxMemory() / HEAP_SHARE));

    @Inject
    private MetricRegistry registry;

    void register(@Observes @Initialized(ApplicationScoped.class) Object started) {
        registry.gauge(Metadata.builder().withName("partita_tails").withDescription("Tails that are open").build(),
            tails::open);
        registry.gauge(Metadata.builder().withName("partita_tail_bytes")
            .withDescription("Bytes of messages held for tails").build(), tails::heldBytes);
    }

    @Produces
    Tails tails() {
        return tails;
    }
}
