package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

/**
 * What a broker is told about itself.
 *
 * @param autoCreateTopics whether a first publish creates its topic
 * @param defaultPartitions of a topic that does not say
 */
public record BrokerConfig(int brokerId, boolean autoCreateTopics, int defaultPartitions, BrokerLimits limits) {
    private static final int DEFAULT_PARTITIONS = 3;

    public BrokerConfig {
        requireNonNull(limits, "limits");
        if (brokerId < 0) throw new IllegalArgumentException("brokerId " + brokerId + " < 0");
        if (defaultPartitions < 1 || defaultPartitions > limits.maxPartitionsPerTopic()) {
            throw new IllegalArgumentException("defaultPartitions " + defaultPartitions + ", 1 to "
                + limits.maxPartitionsPerTopic() + " expected");
        }
    }

    public BrokerConfig(int brokerId, boolean autoCreateTopics) {
        this(brokerId, autoCreateTopics, DEFAULT_PARTITIONS, BrokerLimits.DEFAULT);
    }
}
