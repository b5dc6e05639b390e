package org.partita.web.metrics;

/** Where requests report how long they took and why they were refused. */
public interface RequestMeter {
    /** Of a clock that never goes back. */
    long nowNanos();

    /** A publish was answered that began at {@code startNanos}. */
    void published(long startNanos, boolean succeeded);

    /** A fetch was answered that began at {@code startNanos}; {@code waiting} ones were allowed to wait for data. */
    void fetched(long startNanos, boolean waiting, boolean succeeded);

    /** A request was answered with a problem. @param code one of the codes of the API, of which there are few */
    void refused(String code);
}
