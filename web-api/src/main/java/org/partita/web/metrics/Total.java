package org.partita.web.metrics;

import java.util.function.LongConsumer;

import org.partita.web.metrics.SeriesRegistry.Series;

/** A counter that follows a total kept elsewhere. Used by one thread at a time. */
final class Total {
    private final LongConsumer counter;
    private long shown;

    Total(SeriesRegistry registry, Series series) {
        this.counter = registry.counter(series);
    }

    /** Counters never fall: a total read a moment too early changes nothing. */
    void follow(long total) {
        if (total <= shown) return;
        counter.accept(total - shown);
        shown = total;
    }
}
