package org.partita.core.replication;

import java.util.concurrent.CompletableFuture;

import org.partita.storage.BrokerException;

/** Has no open log: offline, stopped, or of a deleted topic. */
final class RefusingRole implements ReplicaRole {
    private final PartitionReplica replica;
    private final BrokerException reason;
    private final CompletableFuture<Void> quiet;
    private final boolean flushed;

    private RefusingRole(PartitionReplica replica, BrokerException reason, CompletableFuture<Void> quiet,
                         boolean flushed) {
        this.replica = replica;
        this.reason = reason;
        this.quiet = quiet;
        this.flushed = flushed;
    }

    RefusingRole(PartitionReplica replica, BrokerException reason) {
        this(replica, reason, CompletableFuture.completedFuture(null));
    }

    /** @param quiet completes when nothing is done any more with the files of the log that was given up */
    RefusingRole(PartitionReplica replica, BrokerException reason, CompletableFuture<Void> quiet) {
        this(replica, reason, quiet, false);
    }

    /** The log was not opened, so nothing was added to it that could be lost. */
    static RefusingRole neverOpened(PartitionReplica replica, BrokerException reason) {
        return new RefusingRole(replica, reason, CompletableFuture.completedFuture(null), true);
    }

    BrokerException reason() {
        return reason;
    }

    @Override
    public void append(PendingAppend append) {
        append.refuse(reason);
    }

    @Override
    public void await(PendingFetch fetch, long seenWatermark) {
        fetch.fail(reason);
    }

    @Override
    public void maintain(long nowMillis) {
        // There is no log to look after.
    }

    @Override
    public void configure(ReplicaSettings.Tuning tuning, CompletableFuture<Void> inForce) {
        replica.services().completions().fail(inForce, reason);
    }

    @Override
    public void deleteBefore(long offset, CompletableFuture<Void> durable) {
        replica.services().completions().fail(durable, reason);
    }

    @Override
    public void stop(CompletableFuture<Boolean> answer) {
        replica.services().completions().complete(answer, flushed);
    }

    @Override
    public void remove(BrokerException removal, CompletableFuture<Void> closed) {
        replica.become(new RefusingRole(replica, removal, quiet));
        quiet.thenRun(() -> replica.services().completions().run(() -> closed.complete(null)));
    }

    @Override
    public void fail(RuntimeException unexpected) {
        // Nothing is left that could be given up; the failure was logged.
    }
}
