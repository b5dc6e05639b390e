package org.partita.simulation;

import org.partita.core.record.Bytes;

/**
 * A message a client sent.
 *
 * @param id never used twice; the value begins with it
 * @param afterOffset greatest offset of the partition that was acknowledged when this was sent, -1 if none
 */
record SentMessage(long id, PartitionKey partition, Bytes key, Bytes value, long afterOffset) {
    static final int ANY_PARTITION = -1;

    /** For a message the broker had to choose a partition for. */
    SentMessage in(PartitionKey chosen) {
        return new SentMessage(id, chosen, key, value, afterOffset);
    }
}
