package org.partita.web.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.partita.web.metrics.RequestMeter;

/** Keeps what requests report. No time passes. */
public final class RecordedMeter implements RequestMeter {
    private final List<Boolean> publishes = new CopyOnWriteArrayList<>();
    private final List<String> refusals = new CopyOnWriteArrayList<>();

    /** Of each publish that was answered, whether it succeeded. */
    public List<Boolean> publishes() {
        return publishes;
    }

    /** Codes, in the order of the answers. */
    public List<String> refusals() {
        return refusals;
    }

    @Override
    public long nowNanos() {
        return 0;
    }

    @Override
    public void published(long startNanos, boolean succeeded) {
        publishes.add(succeeded);
    }

    @Override
    public void fetched(long startNanos, boolean waiting, boolean succeeded) {
        // Nobody asks for fetches here.
    }

    @Override
    public void refused(String code) {
        refusals.add(code);
    }
}
