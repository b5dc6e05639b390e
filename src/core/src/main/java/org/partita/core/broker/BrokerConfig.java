package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import org.partita.core.idempotency.IdempotencyLimits;
import org.partita.core.producer.ProducerLimits;

/**
 * What a broker is told about itself.
 *
 * @param autoCreateTopics whether a first publish creates its topic
 * @param defaultPartitions of a topic that does not say
 * @param idempotencyLimits of what is remembered of messages with a key
 * @param producerLimits of what is remembered of idempotent producers
 */
public record BrokerConfig(int brokerId, boolean autoCreateTopics, int defaultPartitions, BrokerLimits limits,
                           IdempotencyLimits idempotencyLimits, ProducerLimits producerLimits) {
    private static final int DEFAULT_PARTITIONS = 3;

    public BrokerConfig {
        requireNonNull(limits, "limits");
        requireNonNull(idempotencyLimits, "idempotencyLimits");
        requireNonNull(producerLimits, "producerLimits");
        if (brokerId < 0) throw new IllegalArgumentException("brokerId " + brokerId + " < 0");
        if (defaultPartitions < 1 || defaultPartitions > limits.maxPartitionsPerTopic()) {
            throw new IllegalArgumentException("defaultPartitions " + defaultPartitions + ", 1 to "
                + limits.maxPartitionsPerTopic() + " expected");
        }
    }

    public BrokerConfig(int brokerId, boolean autoCreateTopics, int defaultPartitions, BrokerLimits limits,
                        IdempotencyLimits idempotencyLimits) {
        this(brokerId, autoCreateTopics, defaultPartitions, limits, idempotencyLimits, ProducerLimits.DEFAULT);
    }

    public BrokerConfig(int brokerId, boolean autoCreateTopics, int defaultPartitions, BrokerLimits limits) {
        this(brokerId, autoCreateTopics, defaultPartitions, limits, IdempotencyLimits.DEFAULT);
    }

    public BrokerConfig(int brokerId, boolean autoCreateTopics) {
        this(brokerId, autoCreateTopics, BrokerLimits.DEFAULT);
    }

    public BrokerConfig(int brokerId, boolean autoCreateTopics, BrokerLimits limits) {
        this(brokerId, autoCreateTopics, DEFAULT_PARTITIONS, limits);
    }
}
