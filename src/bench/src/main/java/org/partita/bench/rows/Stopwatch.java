package org.partita.bench.rows;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

import org.partita.bench.comparison.Comparison.Figure;

/** Time on the wall and on the processor of the thread that started it. */
final class Stopwatch {
    /** What {@link #figures} answers. */
    static final List<Figure> FIGURES = List.of(new Figure("", "MiB/s, more is better"),
        new Figure("-cpu", "CPU µs/MiB, less is better"));

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;

    private final long cpuNanos = THREADS.getCurrentThreadCpuTime();
    private final long wallNanos = System.nanoTime();

    /** To be called by the same thread. @return throughput, and processor time of the work */
    double[] figures(long bytes) {
        long wall = System.nanoTime() - wallNanos;
        long cpu = THREADS.getCurrentThreadCpuTime() - cpuNanos;
        double mebibytes = bytes / BYTES_PER_MEBIBYTE;
        return new double[] {mebibytes / (wall / 1e9), cpu / 1e3 / mebibytes};
    }
}
