package org.partita.store.directory;

import org.partita.storage.PartitionId;

/** Names one segment of the directory. */
record SegmentKey(PartitionId partition, long baseOffset) {
    SegmentKey {
        if (baseOffset < 0) throw new IllegalArgumentException("baseOffset " + baseOffset + " < 0");
    }

    @Override
    public String toString() {
        return "partition " + partition + " segment " + baseOffset;
    }
}
