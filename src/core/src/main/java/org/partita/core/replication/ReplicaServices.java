package org.partita.core.replication;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Executor;

import org.partita.core.execution.Budget;
import org.partita.core.execution.Completions;
import org.partita.core.execution.Timers;

/**
 * What the replicas of a broker share.
 *
 * @param reads runs reads, which wait for the disk
 * @param pendingBytes of appends that are not answered, of all partitions
 * @param waitingFetches number of long polls
 * @param runningReads number of reads handed to {@code reads}
 */
public record ReplicaServices(GroupCommit groupCommit, Executor reads, Completions completions, Timers timers,
                              Budget pendingBytes, Budget waitingFetches, Budget runningReads) {
    public ReplicaServices {
        requireNonNull(groupCommit, "groupCommit");
        requireNonNull(reads, "reads");
        requireNonNull(completions, "completions");
        requireNonNull(timers, "timers");
        requireNonNull(pendingBytes, "pendingBytes");
        requireNonNull(waitingFetches, "waitingFetches");
        requireNonNull(runningReads, "runningReads");
    }
}
