package org.partita.bench.comparison;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/** Figures in the order in which they were measured. */
public final class Samples {
    private final double[] values;

    public Samples(double... values) {
        if (values.length == 0) throw new IllegalArgumentException("no values");
        this.values = values.clone();
    }

    static Samples column(double[][] rows, int index) {
        return new Samples(Arrays.stream(rows).mapToDouble(row -> row[index]).toArray());
    }

    public double median() {
        return quantile(0.5);
    }

    /** Smallest value that is not exceeded by this share of them; between the two middle ones for an even median. */
    public double quantile(double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int last = sorted.length - 1;
        if (share == 0.5 && sorted.length % 2 == 0) return (sorted[last / 2] + sorted[last / 2 + 1]) / 2;
        return sorted[Math.min(last, (int) Math.ceil(share * sorted.length) - 1)];
    }

    /** Distance of the smallest from the largest value, of the median. */
    double spreadPercent() {
        double smallest = Arrays.stream(values).min().getAsDouble();
        double largest = Arrays.stream(values).max().getAsDouble();
        return 100 * (largest - smallest) / median();
    }

    /** Each by the one that was measured beside it. */
    Samples dividedBy(Samples others) {
        return new Samples(IntStream.range(0, values.length).mapToDouble(i -> values[i] / others.values[i]).toArray());
    }

    @Override
    public String toString() {
        return Arrays.stream(values).mapToObj(value -> String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value))
            .collect(joining(" "));
    }
}
