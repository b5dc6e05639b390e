package org.partita.core.replication;

import java.lang.System.Logger.Level;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

import org.partita.core.append.ExpirySweep;
import org.partita.core.append.LogMemory;
import org.partita.core.execution.Completions;
import org.partita.core.execution.DeadlineQueue;
import org.partita.core.execution.Loop;
import org.partita.core.flush.FlushWaiters;
import org.partita.core.flush.LogFlusher;
import org.partita.core.flush.LogRoller;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.log.PartitionLog;
import org.partita.core.log.RollPoint;
import org.partita.core.metadata.TopicConfig.FlushPolicy;
import org.partita.core.replication.ReplicaSettings.AppendRules;
import org.partita.storage.BrokerException;
import org.partita.storage.DiskFullException;
import org.partita.storage.StorageException;
import org.partita.storage.TooManyFilesException;

/**
 * Leads a partition that has no other replica: what is stored here is committed.
 *
 * <p>Stored means fsynced with {@link FlushPolicy#COMMIT}, appended with {@link FlushPolicy#ASYNC}. Every
 * acknowledgement policy asks for the same then.
 */
final class LeaderRole implements ReplicaRole, LeaderAppends.Leader {
    private static final System.Logger LOG = System.getLogger(LeaderRole.class.getName());
    private static final Runnable NOTHING = () -> { };
    private static final long RETRY_MILLIS = 100;

    private final PartitionReplica replica;
    private final ReplicaSettings settings;
    private final PartitionLog log;
    private final DeadlineQueue deadlines;
    private final LeaderAppends appends;
    private final WaitingFetches waiting;
    private final LogMemory known;
    private final ExpirySweep sweep;
    private final LogFlusher flusher;
    private final LogRoller roller;
    private final FlushWaiters untilDurable;
    private AppendRules rules;
    private long highWatermark;
    /** The round of maintenance that the roll is for. */
    private OptionalLong rolledForAge = OptionalLong.empty();
    private boolean open = true;
    private Runnable whenIdle = NOTHING;

    /** @param known what is in the log */
    LeaderRole(PartitionReplica replica, ReplicaSettings settings, PartitionLog log, LogMemory known, Loop loop) {
        ReplicaServices services = replica.services();
        this.replica = replica;
        this.settings = settings;
        this.log = log;
        this.rules = settings.rules();
        this.deadlines = new DeadlineQueue(services.timers(), loop);
        this.untilDurable = new FlushWaiters(services.completions());
        this.waiting = new WaitingFetches(services.budgets().waitingFetches(), services.timers(), deadlines);
        this.known = known;
        this.sweep = new ExpirySweep(known, deadlines, services.timers());
        this.flusher = new LogFlusher(log, services.groupCommit(), loop, deadlines, () -> ended(this::forced),
            failure -> ended(() -> forceFailed(failure)));
        this.roller = new LogRoller(log, services.groupCommit(), loop, point -> ended(() -> rolled(point)),
            failure -> ended(() -> rollFailed(failure)));
        this.appends = new LeaderAppends(this, settings, log, known, sweep, services, deadlines);
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
        appends.append(append);
    }

    @Override
    public AppendRules rules() {
        return rules;
    }

    @Override
    public int inSyncReplicas() {
        return 1;
    }

    @Override
    public long highWatermark() {
        return highWatermark;
    }

    /** With a policy that was changed to commit not until what counted as stored before is on disk. */
    @Override
    public boolean flushed() {
        return commits() && log.flushedOffset() >= highWatermark;
    }

    private boolean commits() {
        return rules.flush() == FlushPolicy.COMMIT;
    }

    @Override
    public boolean rolling() {
        return roller.running();
    }

    @Override
    public void roll() {
        roller.start();
        advance();
    }

    @Override
    public void grown() {
        flusher.flushSoon(flushDelayMillis());
        advance();
    }

    /** A force or a roll has. Whatever comes of it, who waits for the last of them is told. */
    private void ended(Runnable outcome) {
        replica.guarded(outcome);
        if (idle()) whenIdle.run();
    }

    private void rolled(RollPoint point) {
        if (!open) {
            point.discard();
            return;
        }
        log.finishRoll(point);
        captureKnown();
        rolledForAge.ifPresent(nowMillis -> log.maintain(nowMillis, retentionLimitOffset()));
        rolledForAge = OptionalLong.empty();
        advance();
        appends.goOn();
    }

    /** All of the log is durable. */
    private void captureKnown() {
        ReplicaServices services = replica.services();
        known.capture(services.clock().millis(), services.timers().nowMillis());
    }

    private void rollFailed(RuntimeException failure) {
        if (open && failure instanceof DiskFullException full) {
            rollLater(full, full);
        } else if (open && failure instanceof TooManyFilesException notNow) {
            rollLater(notNow, LeaderUnavailableException.busy(settings.name()));
        } else if (open) {
            goOffline(failure);
        }
    }

    /** The log is as it was: the append that needs the next segment fails, if any does; the one behind it may fit. */
    private void rollLater(BrokerException cause, BrokerException answer) {
        LOG.log(Level.WARNING, "partition {0} epoch {1}: its segment cannot be closed now: {2}", settings.name(),
            settings.leaderEpoch(), cause.getMessage());
        if (rolledForAge.isEmpty()) appends.failFirst(answer);
        rolledForAge = OptionalLong.empty();
        appends.goOn();
    }

    private boolean idle() {
        return !flusher.running() && !roller.running();
    }

    private long flushDelayMillis() {
        return commits() ? 0 : settings.flushDelayMillis();
    }

    private long storedOffset() {
        return commits() ? log.flushedOffset() : log.logEndOffset();
    }

    /** Raises the high watermark, publishes the state, and only then answers those who waited for it. */
    private void advance() {
        highWatermark = Math.max(highWatermark, storedOffset());
        if (open) replica.publish(status());
        appends.acknowledge();
        waiting.wake(highWatermark, this::read);
        untilDurable.flushed(log.flushedOffset());
    }

    private void forced() {
        if (!open) return;
        advance();
        flusher.flushSoon(whenIdle == NOTHING && untilDurable.isEmpty() ? flushDelayMillis() : 0);
    }

    private void forceFailed(RuntimeException failure) {
        if (!open) return;
        if (!(failure instanceof TooManyFilesException)) {
            goOffline(failure);
            return;
        }
        LOG.log(Level.WARNING, "partition {0} epoch {1}: what was appended cannot be forced now and is tried again: "
            + "{2}", settings.name(), settings.leaderEpoch(), failure.getMessage());
        flusher.flushSoon(RETRY_MILLIS);
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
        replica.reads().read(log, fetch, status());
    }

    private void readLast(PendingFetch fetch) {
        replica.reads().readLast(log, fetch, status());
    }

    @Override
    public void maintain(long nowMillis) {
        try {
            if (log.maintain(nowMillis, retentionLimitOffset()) && !roller.running()) {
                rolledForAge = OptionalLong.of(nowMillis);
                roller.start();
            }
        } catch (BrokerException failure) {
            goOffline(failure);
            return;
        }
        advance();
    }

    /** What has to be in the log for keys that are remembered stays, however old or large a segment is. */
    private long retentionLimitOffset() {
        return Math.min(highWatermark, known.neededFromOffset(replica.services().timers().nowMillis()));
    }

    @Override
    public void configure(ReplicaSettings.Tuning tuning, CompletableFuture<Void> inForce) {
        rules = tuning.rules();
        log.configure(tuning.log());
        known.changeKeyWindow(tuning.idempotencyWindowMillis(), replica.services().timers().nowMillis());
        sweep.planAnew();
        Completions completions = replica.services().completions();
        if (!commits() || flushed()) completions.complete(inForce, null);
        else if (!untilDurable.isFull()) untilDurable.add(highWatermark, inForce);
        else completions.fail(inForce, LeaderUnavailableException.busy(settings.name()));
        flusher.flushSoon(flushDelayMillis());
        advance();
    }

    @Override
    public void deleteBefore(long offset, CompletableFuture<Void> durable) {
        Completions completions = replica.services().completions();
        if (offset < 0 || offset > highWatermark) {
            completions.fail(durable, new OffsetOutOfRangeException(offset, log.logStartOffset(), highWatermark));
            return;
        }
        if (untilDurable.isFull()) {
            completions.fail(durable, LeaderUnavailableException.busy(settings.name()));
            return;
        }
        try {
            log.deleteBefore(offset);
        } catch (BrokerException failure) {
            completions.fail(durable, failure);
            goOffline(failure);
            return;
        }
        untilDurable.add(offset, durable);
        flusher.flushSoon(0);
        advance();
    }

    @Override
    public void stop(CompletableFuture<Boolean> flushed) {
        LeaderUnavailableException stopping = new LeaderUnavailableException("The broker is stopping. Try again when "
            + "it is back, or at another one.");
        replica.become(new RefusingRole(replica, stopping));
        waiting.wakeAll(fetch -> fetch.fail(stopping));
        appends.failWaiting(stopping);
        flusher.flushSoon(0);
        whenIdle = () -> {
            boolean complete = open && !flusher.dirty();
            if (complete) captureKnown();
            close();
            replica.services().completions().complete(flushed, complete);
        };
        if (idle()) whenIdle.run();
    }

    @Override
    public void remove(BrokerException reason, CompletableFuture<Void> closed) {
        replica.become(new RefusingRole(replica, reason));
        open = false;
        appends.giveUpAll(reason, reason);
        waiting.wakeAll(fetch -> fetch.fail(reason));
        whenIdle = () -> {
            close();
            replica.services().completions().run(() -> closed.complete(null));
        };
        if (idle()) whenIdle.run();
    }

    @Override
    public void fail(RuntimeException unexpected) {
        if (open) goOffline(unexpected);
    }

    /** After a failed write or force nobody can say what the disk holds: no further promise is made from this log. */
    @Override
    public void goOffline(RuntimeException cause) {
        LOG.log(Level.ERROR, "partition " + settings.name() + " epoch " + settings.leaderEpoch()
            + " goes offline; other partitions are served. " + remedy(cause), cause);
        String error = error(cause);
        LeaderUnavailableException offline = PartitionReplica.offlineException(settings, error);
        CompletableFuture<Void> quiet = new CompletableFuture<>();
        Runnable before = whenIdle;
        whenIdle = () -> {
            before.run();
            quiet.complete(null);
        };
        replica.become(new RefusingRole(replica, offline, quiet), status().offline(error));
        appends.giveUpAll(offline, appends.unknown(cause));
        waiting.wakeAll(fetch -> fetch.fail(offline));
        close();
        if (idle()) quiet.complete(null);
    }

    private static String remedy(RuntimeException cause) {
        String restart = "Restart the broker";
        return cause instanceof StorageException failure ? failure.remedy() + ". " + restart : restart;
    }

    private static String error(RuntimeException cause) {
        return cause instanceof StorageException failure ? failure.inShort() + " (" + cause.getMessage() + ")"
            : "something failed that nobody foresaw";
    }

    private void close() {
        open = false;
        deadlines.clear();
        known.clear();
        LeaderUnavailableException ended = new LeaderUnavailableException("Partition " + settings.name()
            + " has ended to serve while it was changed.");
        untilDurable.fail(ended);
        try {
            log.close();
        } catch (RuntimeException failure) {
            LOG.log(Level.WARNING, "partition " + settings.name() + " could not close its files", failure);
        }
    }
}
