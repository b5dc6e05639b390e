package org.partita.core.broker;

/**
 * Bounds of what a broker holds at a time. What goes beyond is refused, never queued without end.
 *
 * @param maxPartitionsPerTopic in one creation
 * @param maxPartitions of all topics together
 * @param maxPendingBytesPerPartition of publishes that are not answered
 * @param maxPendingBytes the same for all partitions together
 * @param maxWaitingFetches long polls
 * @param maxRunningReads reads handed to the disk
 * @param parallelForces fsyncs at a time
 * @param flushDelayMillis with {@code flush=async}: how long after an append its fsync begins
 * @param stopMillis how long a stop waits for what is pending
 */
public record BrokerLimits(int maxPartitionsPerTopic, int maxPartitions, long maxPendingBytesPerPartition,
                           long maxPendingBytes, int maxWaitingFetches, int maxRunningReads, int parallelForces,
                           long flushDelayMillis, long stopMillis) {
    public static final BrokerLimits DEFAULT =
        new BrokerLimits(1_000, 10_000, 64L << 20, 256L << 20, 10_000, 10_000, 4, 500, 20_000);

    public BrokerLimits {
        requirePositive(maxPartitionsPerTopic, "maxPartitionsPerTopic");
        requirePositive(maxPartitions, "maxPartitions");
        requirePositive(maxPendingBytesPerPartition, "maxPendingBytesPerPartition");
        requirePositive(maxPendingBytes, "maxPendingBytes");
        requirePositive(maxWaitingFetches, "maxWaitingFetches");
        requirePositive(maxRunningReads, "maxRunningReads");
        requirePositive(parallelForces, "parallelForces");
        requirePositive(flushDelayMillis, "flushDelayMillis");
        requirePositive(stopMillis, "stopMillis");
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) throw new IllegalArgumentException(name + " " + value + " < 1");
    }
}
