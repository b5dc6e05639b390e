package org.partita.core.replication;

import java.time.InstantSource;
import java.util.Optional;

import org.partita.core.append.ExpirySweep;
import org.partita.core.append.LogMemory;
import org.partita.core.execution.DeadlineQueue;
import org.partita.core.execution.Timers;
import org.partita.core.log.PartitionLog;
import org.partita.core.metadata.TopicConfig.TimestampType;
import org.partita.core.record.RecordBatch;
import org.partita.core.replication.ReplicaSettings.AppendRules;
import org.partita.core.replication.insync.NotEnoughReplicasException;
import org.partita.storage.BrokerException;
import org.partita.storage.DiskFullException;
import org.partita.storage.TooManyFilesException;

/**
 * The appends of a leader, in order: into the log, behind a roll, and until they are acknowledged. Belongs to the loop.
 */
final class LeaderAppends {
    private final Leader leader;
    private final ReplicaSettings settings;
    private final PartitionLog log;
    private final LogMemory known;
    private final ExpirySweep sweep;
    private final Timers timers;
    private final InstantSource clock;
    private final PendingAppends pending;
    private final AppendQueue queue;

    LeaderAppends(Leader leader, ReplicaSettings settings, PartitionLog log, LogMemory known,
                  ExpirySweep sweep, ReplicaServices services, DeadlineQueue deadlines) {
        this.leader = leader;
        this.settings = settings;
        this.log = log;
        this.known = known;
        this.sweep = sweep;
        this.timers = services.timers();
        this.clock = services.clock();
        this.pending = new PendingAppends(timers, deadlines);
        this.queue = new AppendQueue(timers, deadlines, this::late);
    }

    /** Whose appends these are. */
    interface Leader {
        AppendRules rules();

        /** How many replicas are in sync, the leader included. */
        int inSyncReplicas();

        long highWatermark();

        /** Whether what is acknowledged is on disk. */
        boolean flushed();

        boolean rolling();

        /** Changes the log to its next segment. */
        void roll();

        /** There is more in the log. */
        void grown();

        void goOffline(RuntimeException cause);
    }

    void append(PendingAppend append) {
        if (leader.rolling() || !queue.isEmpty()) queue.add(append);
        else proceed(append);
    }

    /** A roll has ended. */
    void goOn() {
        while (!leader.rolling() && !queue.isEmpty()) proceed(queue.take());
    }

    private void proceed(PendingAppend append) {
        long nowMillis = timers.nowMillis();
        Optional<BrokerException> refusal = refusal(append, nowMillis);
        if (refusal.isPresent()) {
            refuse(append, refusal.get());
            return;
        }
        try {
            appendUntilFull(append, nowMillis);
        } catch (DiskFullException full) {
            failRest(append, full);
        } catch (TooManyFilesException notNow) {
            failRest(append, LeaderUnavailableException.busy(settings.name()));
        } catch (BrokerException failure) {
            leader.goOffline(failure);
            append.failedRest(unknown(failure));
            giveUp(append, unknown(failure));
        } catch (RuntimeException | Error unexpected) {
            append.failedRest(unknown(unexpected));
            giveUp(append, unknown(unexpected));
            throw unexpected;
        }
    }

    /** Why nothing of it may be appended. What was begun goes on. */
    private Optional<BrokerException> refusal(PendingAppend append, long nowMillis) {
        if (append.begun()) return Optional.empty();
        if (append.deadlineMillis() <= nowMillis) {
            return Optional.of(LeaderUnavailableException.busy(settings.name()));
        }
        int minInsyncReplicas = leader.rules().minInsyncReplicas();
        boolean enough = append.byLeaderAlone() || leader.inSyncReplicas() >= minInsyncReplicas;
        return enough ? Optional.empty() : Optional.of(new NotEnoughReplicasException(settings.name(),
            leader.inSyncReplicas(), minInsyncReplicas));
    }

    private void appendUntilFull(PendingAppend append, long nowMillis) {
        append.admit(known, nowMillis);
        for (Optional<RecordBatch> next = append.next(); next.isPresent(); next = append.next()) {
            if (log.needsRoll(next.get())) {
                queue.addFirst(append);
                leader.roll();
                return;
            }
            append.appended(log.append(timed(next.get(), append), settings.leaderEpoch()), known, nowMillis);
        }
        appended(append);
    }

    private RecordBatch timed(RecordBatch batch, PendingAppend append) {
        if (leader.rules().timestampType() == TimestampType.CREATE_TIME) return batch;
        return batch.appendedAt(Math.max(clock.millis(), append.notBeforeMillis()));
    }

    /** No more of it will be appended; what was waits for its acknowledgement. */
    private void appended(PendingAppend append) {
        append.ended(known);
        sweep.plan();
        if (append.endOffset() <= leader.highWatermark()) {
            append.acknowledge(leader.highWatermark(), leader.flushed());
            return;
        }
        pending.add(append, () -> append.giveUp(leader.highWatermark(), leader.flushed(), late()));
        leader.grown();
    }

    /** A full disk leaves the log as it was, so it is this append's problem only. */
    private void failRest(PendingAppend append, BrokerException cause) {
        append.failedRest(cause);
        appended(append);
    }

    private void late(PendingAppend append) {
        BrokerException busy = LeaderUnavailableException.busy(settings.name());
        if (!append.begun()) refuse(append, busy);
        else if (append.endOffset() <= leader.highWatermark()) failRest(append, busy);
        else giveUp(append, late());
    }

    private UnknownOutcomeException late() {
        return UnknownOutcomeException.late("Partition " + settings.name()
            + " did not acknowledge in time. The message may be stored or not.");
    }

    UnknownOutcomeException unknown(Throwable cause) {
        return new UnknownOutcomeException("Partition " + settings.name()
            + " went offline while it stored the message, which may be stored or not.", cause);
    }

    private void refuse(PendingAppend append, BrokerException cause) {
        append.ended(known);
        append.refuse(cause);
    }

    private void giveUp(PendingAppend append, BrokerException cause) {
        append.ended(known);
        append.giveUp(leader.highWatermark(), leader.flushed(), cause);
    }

    /** The high watermark has risen. */
    void acknowledge() {
        pending.acknowledge(leader.highWatermark(), leader.flushed());
    }

    /** The first of those that wait for a segment gets none. */
    void failFirst(BrokerException cause) {
        if (!queue.isEmpty()) failRest(queue.take(), cause);
    }

    /** None of those that wait for a segment gets one; what they have in the log is acknowledged all the same. */
    void failWaiting(BrokerException cause) {
        while (!queue.isEmpty()) failRest(queue.take(), cause);
    }

    /** @param begun the cause for those that have something in the log */
    void giveUpAll(BrokerException notBegun, BrokerException begun) {
        pending.giveUpAll(leader.highWatermark(), leader.flushed(), begun);
        while (!queue.isEmpty()) {
            PendingAppend append = queue.take();
            if (append.begun()) giveUp(append, begun);
            else refuse(append, notBegun);
        }
    }
}
