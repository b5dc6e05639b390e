package org.partita.bench.comparison;

import java.util.List;

import org.HdrHistogram.Histogram;
import org.partita.bench.comparison.Comparison.Figure;

/** Figures of how long single messages took. */
public final class Latency {
    /** What {@link #figures} answers. */
    public static final List<Figure> FIGURES = List.of(new Figure("-p50", "ms, less is better"),
        new Figure("-p99", "ms, less is better"), new Figure("-p999", "ms, less is better"));

    private static final double NANOS_PER_MILLI = 1e6;

    private Latency() {
    }

    public static double[] figures(Histogram nanos) {
        return new double[] {millis(nanos, 50), millis(nanos, 99), millis(nanos, 99.9)};
    }

    /** What so many percent did not exceed. */
    public static double millis(Histogram nanos, double percent) {
        return nanos.getValueAtPercentile(percent) / NANOS_PER_MILLI;
    }
}
