package org.partita.web.metrics;

import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.eclipse.microprofile.metrics.MetricRegistry;

import org.partita.broker.BrokerHost;
import org.partita.broker.BrokerState;

/** Shows the broker's statistics on the metrics endpoint of the server, at most a second old. */
@ApplicationScoped
public class BrokerMetrics {
    private static final System.Logger LOG = System.getLogger(BrokerMetrics.class.getName());
    private static final long PERIOD_MILLIS = 1_000;

    @Inject
    private MetricRegistry registry;

    @EJB
    private BrokerHost host;

    @Resource
    private ManagedThreadFactory threads;

    private ScheduledThreadPoolExecutor timer;

    void begin(@Observes @Initialized(ApplicationScoped.class) Object started) {
        BrokerSeries series = new BrokerSeries(new RegisteredSeries(registry), this::broker);
        // Not a managed executor: that asks a server that stops for the context of each run, and fails with a trace.
        timer = new ScheduledThreadPoolExecutor(1, threads);
        timer.scheduleWithFixedDelay(() -> follow(series), 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    @PreDestroy
    void end() {
        if (timer != null) timer.shutdown();
    }

    /** A failure must not be the end of the figures. */
    private static void follow(BrokerSeries series) {
        try {
            series.follow();
        } catch (RuntimeException failure) {
            LOG.log(Level.WARNING, "the figures of the broker could not be taken", failure);
        }
    }

    private Optional<BrokerState.Ready> broker() {
        try {
            return host.state() instanceof BrokerState.Ready ready ? Optional.of(ready) : Optional.empty();
        } catch (EJBException stopped) {
            LOG.log(Level.DEBUG, "there is no broker any more", stopped);
            return Optional.empty();
        }
    }
}
