package org.partita.core.placement;

import org.partita.core.record.Bytes;

/**
 * Key to slot to partition, for a topic that never grew.
 *
 * <p>Slots are many more than partitions and their number never changes, so a later growth can move a few of them.
 * Until then the answer equals that of the default partitioner of Kafka's Java client.
 */
public record SlotTable(int partitions, int slots) {
    private static final int MIN_SLOTS = 4096;
    private static final int MIN_SLOTS_PER_PARTITION = 64;

    public SlotTable {
        if (partitions < 1) throw new IllegalArgumentException("partitions " + partitions + " < 1");
        if (slots < partitions) throw new IllegalArgumentException("slots " + slots + " < partitions " + partitions);
    }

    /** The table of a topic created with so many partitions. */
    public static SlotTable initial(int partitions) {
        if (partitions < 1) throw new IllegalArgumentException("partitions " + partitions + " < 1");
        int perPartition = Math.max(MIN_SLOTS_PER_PARTITION, (MIN_SLOTS + partitions - 1) / partitions);
        return new SlotTable(partitions, Math.multiplyExact(partitions, perPartition));
    }

    /** @param key not null; an empty key is a key */
    public int slotOf(Bytes key) {
        return (Murmur2.hash(key.buffer()) & Integer.MAX_VALUE) % slots;
    }

    /** @return 0 to {@code partitions - 1} */
    public int partitionOf(Bytes key) {
        return slotOf(key) % partitions;
    }
}
