package org.partita.core.log;

import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;

/**
 * Remembers the first failure after which nobody can say what the disk holds. There is no way back but to reopen.
 *
 * <p>After a failed fsync the operating system may call the same pages clean, so a later fsync that succeeds proves
 * nothing. Thread-safe; the first failure stays.
 */
final class FailureLatch {
    private final PartitionId partition;
    private volatile Throwable failure;

    FailureLatch(PartitionId partition) {
        this.partition = partition;
    }

    void close(Throwable cause) {
        if (failure == null) failure = cause;
    }

    /** @throws StorageException if something failed before */
    void check() {
        Throwable cause = failure;
        if (cause != null) {
            throw new StorageException("partition " + partition + " takes no writes since one failed, open it again: "
                + cause.getMessage(), cause);
        }
    }
}
