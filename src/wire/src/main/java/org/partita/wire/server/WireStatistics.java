package org.partita.wire.server;

/**
 * Gauges of now, and a total since the start.
 *
 * @param connectionsRefused because there were as many as may be
 * @param requestBytes of memory that requests take which are not answered
 * @param unsentBytes of answers that clients have not taken
 * @param buffers outside the heap that are in use
 */
public record WireStatistics(int connections, long connectionsRefused, long requestBytes, long unsentBytes,
                             long buffers) {
}
