package org.partita.core.broker;

/**
 * Bounds of what a broker holds at a time. What goes beyond is refused, never queued without end.
 *
 * @param maxPartitionsPerTopic in one creation
 * @param maxPartitions of all topics together
 * @param maxPendingBytesPerPartition of publishes that are not answered
 * @param maxPendingBytes the same for all partitions together
 * @param maxWaitingFetches long polls
 * @param maxQueuedReads reads handed to the disk and not begun
 * @param maxReadBytes of payload that is being read, or was read and not handed over
 * @param maxInflatingBytes of memory for compressed batches that are being read
 * @param maxCompressingBytes of memory for batches that are being compressed; 80 MiB for a message of the largest size
 * @param parallelForces fsyncs at a time
 * @param flushDelayMillis with {@code flush=async}: how long after an append its fsync begins
 * @param stopMillis how long a stop waits for what is pending
 */
public record BrokerLimits(int maxPartitionsPerTopic, int maxPartitions, long maxPendingBytesPerPartition,
                           long maxPendingBytes, int maxWaitingFetches, int maxQueuedReads, long maxReadBytes,
                           long maxInflatingBytes, long maxCompressingBytes, int parallelForces, long flushDelayMillis,
                           long stopMillis) {
    public static final BrokerLimits DEFAULT =
        new BrokerLimits(1_000, 10_000, 64L << 20, 256L << 20, 10_000, 10_000, 256L << 20, 192L << 20, 96L << 20, 4,
            500, 20_000);

    public BrokerLimits {
        requirePositive(maxPartitionsPerTopic, "maxPartitionsPerTopic");
        requirePositive(maxPartitions, "maxPartitions");
        requirePositive(maxPendingBytesPerPartition, "maxPendingBytesPerPartition");
        requirePositive(maxPendingBytes, "maxPendingBytes");
        requirePositive(maxWaitingFetches, "maxWaitingFetches");
        requirePositive(maxQueuedReads, "maxQueuedReads");
        requirePositive(maxReadBytes, "maxReadBytes");
        requirePositive(maxInflatingBytes, "maxInflatingBytes");
        requirePositive(maxCompressingBytes, "maxCompressingBytes");
        requirePositive(parallelForces, "parallelForces");
        requirePositive(flushDelayMillis, "flushDelayMillis");
        requirePositive(stopMillis, "stopMillis");
    }

    /** These limits with another bound on the bytes that are read and not handed over. */
    public BrokerLimits withMaxReadBytes(long bytes) {
        return new BrokerLimits(maxPartitionsPerTopic, maxPartitions, maxPendingBytesPerPartition, maxPendingBytes,
            maxWaitingFetches, maxQueuedReads, bytes, maxInflatingBytes, maxCompressingBytes, parallelForces,
            flushDelayMillis, stopMillis);
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) throw new IllegalArgumentException(name + " " + value + " < 1");
    }
}
