package org.partita.core.idempotency;

/**
 * How many keyed messages may be remembered at a time; one costs about 80 bytes of heap.
 *
 * @param perPartition beyond it, new keyed messages are refused until older ones leave the window
 * @param perBroker the same for all partitions together
 */
public record IdempotencyLimits(int perPartition, long perBroker) {
    /** At most 80 MB for one partition and 160 MB for all. */
    public static final IdempotencyLimits DEFAULT = new IdempotencyLimits(1_000_000, 2_000_000);

    private static final int MAX_PER_PARTITION = 1 << 28;

    public IdempotencyLimits {
        if (perPartition < 1 || perPartition > MAX_PER_PARTITION) {
            throw new IllegalArgumentException("perPartition " + perPartition + ", 1 to " + MAX_PER_PARTITION
                + " expected");
        }
        if (perBroker < perPartition) {
            throw new IllegalArgumentException("perBroker " + perBroker + " < perPartition " + perPartition);
        }
    }
}
