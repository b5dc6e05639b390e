package org.partita.bench.rows;

/** Units. */
final class Figures {
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;

    private Figures() {
    }

    static double mebibytesPerSecond(long bytes, long nanos) {
        return bytes / BYTES_PER_MEBIBYTE / (nanos / 1e9);
    }
}
