package org.partita.broker;

import static java.util.Objects.requireNonNull;

import org.partita.settings.Listener;

/**
 * What the broker was told about itself.
 *
 * @param zone failure zone, empty if none
 * @param advertisedHttp {@code host:port} under which clients reach the HTTP face
 * @param wire listener of the Kafka protocol
 * @param autoCreateTopics whether a first publish creates its topic
 */
public record BrokerSettings(int brokerId, String zone, String advertisedHttp, Listener wire,
                             boolean autoCreateTopics) {
    public BrokerSettings {
        requireNonNull(zone, "zone");
        requireNonNull(advertisedHttp, "advertisedHttp");
        requireNonNull(wire, "wire");
        if (brokerId < 0) throw new IllegalArgumentException("brokerId " + brokerId + " < 0");
    }
}
