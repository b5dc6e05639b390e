package org.partita.core.replication;

import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;

import org.partita.core.execution.DeadlineQueue;
import org.partita.core.execution.Loop;
import org.partita.core.idempotency.ExpirySweep;
import org.partita.core.idempotency.IdempotencyTable;
import org.partita.core.log.PartitionLog;
import org.partita.core.metadata.TopicConfig.FlushPolicy;
import org.partita.core.record.RecordBatch;
import org.partita.storage.BrokerException;
import org.partita.storage.DiskFullException;

/**
 * Leads a partition that has no other replica: what is stored here is committed.
 *
 * <p>Stored means fsynced with {@link FlushPolicy#COMMIT}, appended with {@link FlushPolicy#ASYNC}. Every
 * acknowledgement policy asks for the same then.
 */
final class LeaderRole implements ReplicaRole {
    private static final System.Logger LOG = System.getLogger(LeaderRole.class.getName());
    private static final Runnable NOTHING = () -> { };

    private final PartitionReplica replica;
    private final ReplicaSettings settings;
    private final PartitionLog log;
    private final DeadlineQueue deadlines;
    private final PendingAppends pending;
    private final WaitingFetches waiting;
    private final IdempotencyTable known;
    private final ExpirySweep sweep;
    private final LogFlusher flusher;
    private long highWatermark;
    private boolean open = true;
    private Runnable whenIdle = NOTHING;

    /** @param known the keyed messages in the log */
    LeaderRole(PartitionReplica replica, ReplicaSettings settings, PartitionLog log, IdempotencyTable known,
               Loop loop) {
        ReplicaServices services = replica.services();
        this.replica = replica;
        this.settings = settings;
        this.log = log;
        this.deadlines = new DeadlineQueue(services.timers(), loop);
        this.pending = new PendingAppends(services.timers(), deadlines);
        this.waiting = new WaitingFetches(services.budgets().waitingFetches(), services.timers(), deadlines);
        this.known = known;
        this.sweep = new ExpirySweep(known, deadlines, services.timers());
        this.flusher = new LogFlusher(log, services.groupCommit(), loop, deadlines, this::forced, this::forceFailed);
        this.highWatermark = storedOffset();
    }

    ReplicaStatus status() {
        return new ReplicaStatus(log.logStartOffset(), highWatermark, log.logEndOffset(), log.sizeBytes(),
            settings.leaderEpoch(), "");
    }

    /** Sees to it that what the start found in the log is forgotten in time. */
    void begin() {
        sweep.plan();
    }

    @Override
    public void append(PendingAppend append) {
        long nowMillis = replica.services().timers().nowMillis();
        if (append.deadlineMillis() <= nowMillis) {
            append.refuse(LeaderUnavailableException.busy(settings.name()));
            return;
        }
        try {
            appendAll(append, nowMillis);
        } catch (BrokerException failure) {
            goOffline(failure);
            append.failedRest(outcomeUnknown(failure));
            append.giveUp(highWatermark, flushed(), outcomeUnknown(failure));
        } catch (RuntimeException unexpected) {
            append.failedRest(outcomeUnknown(unexpected));
            append.giveUp(highWatermark, flushed(), outcomeUnknown(unexpected));
            throw unexpected;
        } finally {
            append.ended(known);
        }
    }

    /** A full disk leaves the log as it was, so it is this append's problem only. */
    private void appendAll(PendingAppend append, long nowMillis) {
        try {
            for (RecordBatch batch : append.admit(known, nowMillis)) {
                append.appended(log.append(batch, settings.leaderEpoch()), known, nowMillis);
            }
        } catch (DiskFullException full) {
            append.failedRest(full);
        }
        sweep.plan();
        if (append.endOffset() <= highWatermark) {
            append.acknowledge(highWatermark, flushed());
            return;
        }
        pending.add(append, () -> append.giveUp(highWatermark, flushed(), UnknownOutcomeException.late(
            "Partition " + settings.name() + " did not acknowledge in time. The message may be stored or not.")));
        flusher.flushSoon(flushDelayMillis());
        advance();
    }

    private long flushDelayMillis() {
        return settings.flush() == FlushPolicy.COMMIT ? 0 : settings.flushDelayMillis();
    }

    private long storedOffset() {
        return settings.flush() == FlushPolicy.COMMIT ? log.flushedOffset() : log.logEndOffset();
    }

    private boolean flushed() {
        return settings.flush() == FlushPolicy.COMMIT;
    }

    /** Raises the high watermark, publishes the state, and only then answers those who waited for it. */
    private void advance() {
        highWatermark = Math.max(highWatermark, storedOffset());
        if (open) replica.publish(status());
        pending.acknowledge(highWatermark, flushed());
        waiting.wake(highWatermark, this::read);
    }

    private void forced() {
        if (!open) {
            whenIdle.run();
            return;
        }
        advance();
        flusher.flushSoon(whenIdle == NOTHING ? flushDelayMillis() : 0);
        if (!flusher.running()) whenIdle.run();
    }

    private void forceFailed(BrokerException failure) {
        if (open) goOffline(failure);
        whenIdle.run();
    }

    @Override
    public void await(PendingFetch fetch, long seenWatermark) {
        if (highWatermark > seenWatermark && highWatermark > fetch.request().offset()) {
            read(fetch);
        } else if (!waiting.add(fetch, seenWatermark, this::readLast)) {
            fetch.fail(LeaderUnavailableException.busy(settings.name()));
        }
    }

    private void read(PendingFetch fetch) {
        replica.read(log, fetch, status());
    }

    private void readLast(PendingFetch fetch) {
        replica.readLast(log, fetch, status());
    }

    /** A full disk leaves the log as it was; there may be space the next time. */
    @Override
    public void maintain(long nowMillis) {
        try {
            log.maintain(nowMillis, highWatermark);
        } catch (DiskFullException full) {
            LOG.log(Level.WARNING, "partition {0} epoch {1}: no space to close its segment: {2}", settings.name(),
                settings.leaderEpoch(), full.getMessage());
        } catch (BrokerException failure) {
            goOffline(failure);
            return;
        }
        advance();
    }

    @Override
    public void stop(CompletableFuture<Boolean> flushed) {
        LeaderUnavailableException stopping = new LeaderUnavailableException("The broker is stopping. Try again when "
            + "it is back, or at another one.");
        replica.become(new RefusingRole(replica, stopping));
        waiting.wakeAll(fetch -> fetch.fail(stopping));
        flusher.flushSoon(0);
        whenIdle = () -> {
            boolean complete = open && !flusher.dirty();
            close();
            replica.services().completions().complete(flushed, complete);
        };
        if (!flusher.running()) whenIdle.run();
    }

    @Override
    public void remove(BrokerException reason, CompletableFuture<Void> closed) {
        replica.become(new RefusingRole(replica, reason));
        open = false;
        pending.giveUpAll(highWatermark, flushed(), reason);
        waiting.wakeAll(fetch -> fetch.fail(reason));
        whenIdle = () -> {
            close();
            replica.services().completions().run(() -> closed.complete(null));
        };
        if (!flusher.running()) whenIdle.run();
    }

    @Override
    public void fail(RuntimeException unexpected) {
        if (open) goOffline(unexpected);
    }

    /** After a failed write or force nobody can say what the disk holds: no further promise is made from this log. */
    private void goOffline(RuntimeException cause) {
        LOG.log(Level.ERROR, "partition " + settings.name() + " epoch " + settings.leaderEpoch()
            + " goes offline; other partitions are served. Check the disk, then restart the broker", cause);
        String error = "its disk failed (" + cause.getMessage() + ")";
        LeaderUnavailableException offline = PartitionReplica.offlineException(settings, error);
        replica.publish(status().offline(error));
        replica.become(new RefusingRole(replica, offline));
        pending.giveUpAll(highWatermark, flushed(), outcomeUnknown(cause));
        waiting.wakeAll(fetch -> fetch.fail(offline));
        close();
    }

    private UnknownOutcomeException outcomeUnknown(RuntimeException cause) {
        return new UnknownOutcomeException("Partition " + settings.name()
            + " went offline while it stored the message, which may be stored or not.", cause);
    }

    private void close() {
        open = false;
        deadlines.clear();
        known.clear();
        try {
            log.close();
        } catch (BrokerException failure) {
            LOG.log(Level.WARNING, "partition " + settings.name() + " could not close its files", failure);
        }
    }
}
