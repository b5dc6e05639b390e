package org.partita.core.producer;

/**
 * How many producers may be remembered at a time, and for how long; one costs at most about 250 bytes of heap.
 *
 * @param perPartition beyond it, the one that has been idle longest is forgotten
 * @param perBroker the same for all partitions together, beyond the {@link #GUARANTEED} that each of them may have
 * @param expirationMillis how long a producer is remembered after its last append ({@code producer.id.expiration.ms})
 */
public record ProducerLimits(int perPartition, long perBroker, long expirationMillis) {
    /** A partition always remembers so many, whatever others use, so nobody can make it forget who writes right now. */
    public static final int GUARANTEED = 64;
    /**
     * About 1 MB for one partition and 66 MB for all, and Kafka's 24 hours. A repetition is taken for new only if
     * within the time in which a client repeats (2 minutes by default) 4,096 other producers wrote to the partition.
     */
    public static final ProducerLimits DEFAULT = new ProducerLimits(4_096, 262_144, 86_400_000);

    static final int MAX_PER_PARTITION = 1 << 16;

    public ProducerLimits {
        if (perPartition < 1 || perPartition > MAX_PER_PARTITION) {
            throw new IllegalArgumentException("perPartition " + perPartition + ", 1 to " + MAX_PER_PARTITION
                + " expected");
        }
        if (perBroker < perPartition) {
            throw new IllegalArgumentException("perBroker " + perBroker + " < perPartition " + perPartition);
        }
        if (expirationMillis < 1) throw new IllegalArgumentException("expirationMillis " + expirationMillis + " < 1");
    }
}
