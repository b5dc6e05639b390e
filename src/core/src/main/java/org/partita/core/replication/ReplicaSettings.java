package org.partita.core.replication;

import static java.util.Objects.requireNonNull;

import org.partita.core.log.LogConfig;
import org.partita.core.metadata.TopicConfig.FlushPolicy;
import org.partita.core.metadata.TopicConfig.TimestampType;

/**
 * What one replica is told.
 *
 * @param flushDelayMillis with {@link FlushPolicy#ASYNC}: the fsync starts so long after an append
 * @param maxPendingBytes of appends of this partition that are not answered
 */
public record ReplicaSettings(String topic, int partition, int leaderEpoch, AppendRules rules, long flushDelayMillis,
                              long maxPendingBytes) {
    public ReplicaSettings {
        requireNonNull(topic, "topic");
        requireNonNull(rules, "rules");
        if (partition < 0) throw new IllegalArgumentException("partition " + partition + " < 0");
        if (leaderEpoch < 0) throw new IllegalArgumentException("leaderEpoch " + leaderEpoch + " < 0");
        if (flushDelayMillis < 0) throw new IllegalArgumentException("flushDelayMillis " + flushDelayMillis + " < 0");
        if (maxPendingBytes < 1) throw new IllegalArgumentException("maxPendingBytes " + maxPendingBytes + " < 1");
    }

    /**
     * What holds for each append.
     *
     * @param flush when it counts as stored
     * @param minInsyncReplicas what is not acknowledged by the leader alone is refused if fewer are in sync
     */
    public record AppendRules(FlushPolicy flush, TimestampType timestampType, int minInsyncReplicas) {
        public AppendRules {
            requireNonNull(flush, "flush");
            requireNonNull(timestampType, "timestampType");
            if (minInsyncReplicas < 1) {
                throw new IllegalArgumentException("minInsyncReplicas " + minInsyncReplicas + " < 1");
            }
        }
    }

    /**
     * What can be changed while the replica serves.
     *
     * @param idempotencyWindowMillis how long keyed messages are remembered
     */
    public record Tuning(AppendRules rules, LogConfig log, long idempotencyWindowMillis) {
        public Tuning {
            requireNonNull(rules, "rules");
            requireNonNull(log, "log");
        }

        /** The same with another moment at which an append counts as stored. */
        public Tuning with(FlushPolicy other) {
            AppendRules changed = new AppendRules(other, rules.timestampType(), rules.minInsyncReplicas());
            return new Tuning(changed, log, idempotencyWindowMillis);
        }
    }

    /** As people write it. */
    public String name() {
        return topic + "-" + partition;
    }
}
