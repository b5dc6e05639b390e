package org.partita.storage;

import static java.util.Objects.requireNonNull;

/** Bytes on disk are not what was written. Nobody repairs them silently; the replica that holds them goes offline. */
public final class CorruptSegmentException extends StorageException {
    private static final long serialVersionUID = 1L;

    private final transient PartitionId partition;
    private final long positionBytes;

    /** @param positionBytes byte position of the damaged batch within its segment file */
    public CorruptSegmentException(PartitionId partition, long baseOffset, long positionBytes, String finding) {
        super("internal-error", false, "partition " + partition + " segment " + baseOffset + " position "
            + positionBytes + ": " + finding, null);
        this.partition = requireNonNull(partition, "partition");
        this.positionBytes = positionBytes;
    }

    public PartitionId partition() {
        return partition;
    }

    public long positionBytes() {
        return positionBytes;
    }
}
