package org.partita.wire.server;

import static java.util.Objects.requireNonNull;

/**
 * Bounds of what clients may make a listener hold. At a bound the sockets are not read until there is room.
 *
 * @param maxFrameBytes of one request; a longer one closes its connection
 * @param maxConnections at a time; more are closed when they connect
 * @param maxRequestsPerConnection that are read and not answered
 * @param maxUnsentBytes of answers that clients have not taken, of all connections together: beyond it
 *     the connection is closed that has had some to take for the longest time
 * @param maxBytesInFlight of memory for requests of all connections together, see {@link RequestRule#heapFactor}
 */
public record WireLimits(int maxFrameBytes, int maxConnections, int maxRequestsPerConnection, long maxUnsentBytes,
                         long maxBytesInFlight, WireTimeouts timeouts) {
    public static final WireLimits DEFAULT =
        new WireLimits(100 << 20, 5_000, 16, 64L << 20, 128L << 20, WireTimeouts.DEFAULT);

    public WireLimits {
        requireNonNull(timeouts, "timeouts");
        requirePositive(maxFrameBytes, "maxFrameBytes");
        requirePositive(maxConnections, "maxConnections");
        requirePositive(maxRequestsPerConnection, "maxRequestsPerConnection");
        requirePositive(maxUnsentBytes, "maxUnsentBytes");
        requirePositive(maxBytesInFlight, "maxBytesInFlight");
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) throw new IllegalArgumentException(name + " " + value + " < 1");
    }
}
