package org.partita.bench.comparison;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import org.partita.bench.comparison.Comparison.Figure;

/** Figures of many messages as fast as a broker takes them, all of which must be there in the end. */
public final class MessageRate {
    /** What {@link #figures} answers. */
    public static final List<Figure> FIGURES = List.of(new Figure("", "messages/s, more is better"),
        new Figure("-cpu", "broker CPU µs/message, less is better"));

    private MessageRate() {
    }

    /**
     * @param load answers how many nanoseconds it took
     * @param stored how many messages there are so far
     */
    public static double[] figures(int messages, Count load, Supplier<Duration> processorTime, Count stored)
        throws IOException {
        long before = stored.get();
        Duration cpuBefore = processorTime.get();
        long wallNanos = load.get();
        double cpuMicros = processorTime.get().minus(cpuBefore).toNanos() / 1e3;
        long arrived = stored.get() - before;
        if (arrived != messages) {
            throw new IllegalStateException(arrived + " messages arrived, " + messages + " expected");
        }
        return new double[] {messages / (wallNanos / 1e9), cpuMicros / messages};
    }

    /** A number that has to be asked for. */
    @FunctionalInterface
    public interface Count {
        long get() throws IOException;
    }
}
