package org.partita.web.metrics;

/** Where requests report how long they took. */
public interface Latencies {
    /** Of a clock that never goes back. */
    long nowNanos();

    /** A publish was answered that began at {@code startNanos}. */
    void published(long startNanos, boolean succeeded);

    /** A fetch was answered that began at {@code startNanos}; {@code waiting} ones were allowed to wait for data. */
    void fetched(long startNanos, boolean waiting, boolean succeeded);
}
