package org.partita.wire.server;

import java.time.Duration;
import java.util.stream.LongStream;

/**
 * How long a connection is waited for before it is closed.
 *
 * @param frame from the first byte of a request to its last, and one second more for each MiB that it says to have;
 *     also from the connect to the first byte, and for room for the request to be free
 * @param idle without a request
 * @param stall without progress while an answer is there to be read
 * @param answer from a request to its answer: the broker's own deadlines are shorter
 */
public record WireTimeouts(Duration frame, Duration idle, Duration stall, Duration answer) {
    public static final WireTimeouts DEFAULT = new WireTimeouts(Duration.ofSeconds(30), Duration.ofMinutes(10),
        Duration.ofSeconds(30), Duration.ofSeconds(120));
    private static final long MAX_CHECK_MILLIS = 1_000;
    private static final long MIN_CHECK_MILLIS = 5;
    private static final int CHECKS = 4;

    public WireTimeouts {
        requirePositive(frame, "frame");
        requirePositive(idle, "idle");
        requirePositive(stall, "stall");
        requirePositive(answer, "answer");
    }

    private static void requirePositive(Duration timeout, String name) {
        if (timeout.toMillis() < 1) throw new IllegalArgumentException(name + " " + timeout + " < 1 ms");
    }

    /** How often to look at a connection: often enough for the shortest of them. */
    long checkMillis() {
        long shortest = LongStream.of(frame.toMillis(), idle.toMillis(), stall.toMillis(), answer.toMillis()).min()
            .getAsLong();
        return Math.max(MIN_CHECK_MILLIS, Math.min(MAX_CHECK_MILLIS, shortest / CHECKS));
    }
}
