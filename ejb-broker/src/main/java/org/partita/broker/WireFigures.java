package org.partita.broker;

/**
 * What the listener of the Kafka protocol has at the moment, and a total since its start.
 *
 * @param connectionsRefused because there were as many as may be
 * @param requestBytes of memory that requests take which are not answered
 * @param unsentBytes of answers that clients have not taken
 */
public record WireFigures(int connections, long connectionsRefused, long requestBytes, long unsentBytes) {
    public static final WireFigures NONE = new WireFigures(0, 0, 0, 0);
}
