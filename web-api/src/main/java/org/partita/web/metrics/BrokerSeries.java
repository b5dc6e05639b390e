package org.partita.web.metrics;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import org.partita.broker.BrokerState;
import org.partita.core.broker.Broker;
import org.partita.core.broker.BrokerStatistics;
import org.partita.web.metrics.SeriesRegistry.Series;

/**
 * All series of a broker, as they were when it was last asked: who looks at them waits for no disk. {@link #follow} is
 * called by one thread at a time.
 */
final class BrokerSeries {
    private final Supplier<Optional<BrokerState.Ready>> broker;
    private final Map<BrokerTotal, Total> totals = new EnumMap<>(BrokerTotal.class);
    private final TopicSeries topics;
    private final DirectorySeries directories;
    private final WireSeries wire;
    private volatile Optional<BrokerStatistics> latest = Optional.empty();
    private volatile int topicsWithoutSeries;

    /** @param broker empty while it does not serve */
    BrokerSeries(SeriesRegistry registry, Supplier<Optional<BrokerState.Ready>> broker) {
        this.broker = requireNonNull(broker, "broker");
        this.topics = new TopicSeries(registry);
        this.directories = new DirectorySeries(registry);
        this.wire = new WireSeries(registry);
        registry.gauge(new Series("partita_ready", "1 if the broker serves, else 0"),
            () -> broker.get().isPresent() ? 1 : 0);
        registry.gauge(new Series("partita_topics_without_series", "Topics beyond the number that have series"),
            () -> topicsWithoutSeries);
        for (BrokerGauge each : BrokerGauge.values()) {
            registry.gauge(each.series(), () -> latest.map(each::in).orElse(0L));
        }
        for (BrokerTotal each : BrokerTotal.values()) totals.put(each, new Total(registry, each.series()));
    }

    /** Asks the broker, if it serves. Waits if a disk hangs. */
    void follow() {
        broker.get().ifPresent(this::follow);
    }

    private void follow(BrokerState.Ready ready) {
        wire.follow(ready.wire().figures());
        Broker serving = ready.broker();
        BrokerStatistics statistics = serving.statistics();
        totals.forEach((total, counter) -> counter.follow(total.in(statistics)));
        topicsWithoutSeries = topics.follow(statistics.traffic());
        directories.follow(serving.directories(), statistics.directories());
        latest = Optional.of(statistics);
    }
}
