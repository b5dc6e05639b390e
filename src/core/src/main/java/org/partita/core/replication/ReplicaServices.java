package org.partita.core.replication;

import static java.util.Objects.requireNonNull;

import java.time.InstantSource;
import java.util.concurrent.Executor;

import org.partita.core.execution.Budget;
import org.partita.core.execution.Completions;
import org.partita.core.execution.Timers;
import org.partita.core.flush.GroupCommit;
import org.partita.core.record.Codecs;

/**
 * What the replicas of a broker share.
 *
 * @param reads runs reads, which wait for the disk
 * @param clock the time on the wall
 * @param codecs the kinds of compression that reads can decode
 */
public record ReplicaServices(GroupCommit groupCommit, Executor reads, Completions completions, Timers timers,
                              InstantSource clock, Budgets budgets, Codecs codecs) {
    public ReplicaServices {
        requireNonNull(groupCommit, "groupCommit");
        requireNonNull(reads, "reads");
        requireNonNull(completions, "completions");
        requireNonNull(timers, "timers");
        requireNonNull(clock, "clock");
        requireNonNull(budgets, "budgets");
        requireNonNull(codecs, "codecs");
    }

    /**
     * What requests may use of the broker.
     *
     * @param pendingBytes of appends that are not answered, of all partitions
     * @param waitingFetches number of long polls
     * @param queuedReads number of reads handed to the disk and not begun
     * @param readBytes of payload that was read and not handed over
     * @param inflatingBytes of memory for compressed batches that are being read
     * @param compressingBytes of memory for batches that are being compressed
     */
    public record Budgets(Budget pendingBytes, Budget waitingFetches, Budget queuedReads, Budget readBytes,
                          Budget inflatingBytes, Budget compressingBytes) {
        public Budgets {
            requireNonNull(pendingBytes, "pendingBytes");
            requireNonNull(waitingFetches, "waitingFetches");
            requireNonNull(queuedReads, "queuedReads");
            requireNonNull(readBytes, "readBytes");
            requireNonNull(inflatingBytes, "inflatingBytes");
            requireNonNull(compressingBytes, "compressingBytes");
        }
    }
}
