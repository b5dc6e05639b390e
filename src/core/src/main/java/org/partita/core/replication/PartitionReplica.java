package org.partita.core.replication;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;

import org.partita.core.append.AppendContent;
import org.partita.core.append.LogMemory;
import org.partita.core.broker.read.PartitionReader;
import org.partita.core.execution.Budget;
import org.partita.core.execution.Loop;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.log.PartitionLog;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.record.RecordBatch;
import org.partita.core.replication.read.ReadThreads;
import org.partita.core.replication.read.ReplicaReader;
import org.partita.core.replication.read.ReplicaView;
import org.partita.storage.BrokerException;
import org.partita.storage.StorageException;

/** This broker's replica of one partition. Callable from any thread; no method blocks. */
public final class PartitionReplica {
    private static final System.Logger LOG = System.getLogger(PartitionReplica.class.getName());
    private static final String OPENING = "it is being opened";

    private final ReplicaSettings settings;
    private final ReplicaServices services;
    private final Loop loop;
    private final Budget pendingBytes;
    private final ReplicaView view;
    private final ReplicaReader reader;
    private final DiskReads reads;
    private ReplicaRole role;

    private PartitionReplica(ReplicaSettings settings, ReplicaServices services, Loop loop) {
        this.settings = requireNonNull(settings, "settings");
        this.services = requireNonNull(services, "services");
        this.loop = requireNonNull(loop, "loop");
        this.pendingBytes = new Budget(settings.maxPendingBytes());
        this.view = new ReplicaView(ReplicaStatus.neverOpened(settings.leaderEpoch(), OPENING),
            offlineException(settings, OPENING));
        ReadThreads threads = new ReadThreads(settings.name(), services, view);
        this.reader = new ReplicaReader(view, threads, services);
        this.reads = new DiskReads(threads, services, this::await);
    }

    /**
     * Leads the partition from now on. The log is closed by {@link #stop} or {@link #remove}.
     *
     * @param known what is in the log; belongs to the replica from now on
     */
    public static PartitionReplica leading(PartitionLog log, LogMemory known, ReplicaSettings settings,
                                           ReplicaServices services, Loop loop) {
        PartitionReplica replica = new PartitionReplica(settings, services, loop);
        LeaderRole leader = new LeaderRole(replica, settings, requireNonNull(log, "log"),
            requireNonNull(known, "known"), loop);
        replica.role = leader;
        replica.view.open(leader.status(), log);
        if (!known.isEmpty()) loop.event(() -> replica.guarded(leader::begin));
        return replica;
    }

    /** Has a log that cannot be opened. @param error why, for people */
    public static PartitionReplica offline(String error, ReplicaSettings settings, ReplicaServices services,
                                           Loop loop) {
        PartitionReplica replica = new PartitionReplica(settings, services, loop);
        LeaderUnavailableException offline = offlineException(settings, error);
        replica.role = RefusingRole.neverOpened(replica, offline);
        replica.view.refuse(ReplicaStatus.neverOpened(settings.leaderEpoch(), error), offline);
        return replica;
    }

    static LeaderUnavailableException offlineException(ReplicaSettings settings, String error) {
        return new LeaderUnavailableException("Partition " + settings.name() + " is offline: " + error
            + ". Its other partitions are served. The broker's log says more.");
    }

    public ReplicaStatus status() {
        return view.status();
    }

    /** @throws BrokerException why nothing is served, if so */
    public void requireServed() {
        view.log();
    }

    /** Reads it for senders. */
    public PartitionReader reader() {
        return reader;
    }

    /**
     * Appends the batches in order; each is stored as a whole or not at all. Fails never: see the result.
     *
     * @param byLeaderAlone whether it may be acknowledged however few replicas are in sync
     */
    public CompletionStage<AppendResult> append(AppendContent content, boolean byLeaderAlone, long timeoutMillis) {
        long bytes = content.heldBytes();
        if (!reserve(bytes)) return refused(content);
        PendingAppend append = new PendingAppend(content, byLeaderAlone, services.timers().nowMillis() + timeoutMillis,
            answer -> services.completions().run(() -> {
                release(bytes);
                answer.run();
            }));
        try {
            loop.request(() -> guarded(() -> role.append(append)));
        } catch (RejectedExecutionException full) {
            release(bytes);
            return refused(content);
        }
        return append.answer();
    }

    private boolean reserve(long bytes) {
        if (!pendingBytes.tryReserve(bytes)) return false;
        if (services.budgets().pendingBytes().tryReserve(bytes)) return true;
        pendingBytes.release(bytes);
        return false;
    }

    private void release(long bytes) {
        pendingBytes.release(bytes);
        services.budgets().pendingBytes().release(bytes);
    }

    private CompletionStage<AppendResult> refused(AppendContent content) {
        int attempted = content.encoded().stream().limit(1).mapToInt(RecordBatch::recordCount).sum();
        return CompletableFuture.completedFuture(new AppendResult.PartlyStored(List.of(), false, attempted,
            LeaderUnavailableException.busy(settings.name()), 0));
    }

    /** @throws OffsetOutOfRangeException through the stage, below the log start or beyond the log end */
    public CompletionStage<FetchedRecords> fetch(ReadRequest request) {
        PendingFetch fetch = new PendingFetch(request, services.timers().nowMillis() + request.waitMillis(),
            services.completions());
        ReplicaStatus status = view.status();
        Optional<PartitionLog> log = view.served();
        if (log.isEmpty()) {
            await(fetch, status.highWatermark());
        } else if (request.offset() < status.logStartOffset() || request.offset() > status.logEndOffset()) {
            return CompletableFuture.failedFuture(new OffsetOutOfRangeException(request.offset(),
                status.logStartOffset(), status.highWatermark()));
        } else if (request.offset() < status.highWatermark()) {
            reads.read(log.get(), fetch, status);
        } else if (request.waitMillis() == 0) {
            return CompletableFuture.completedFuture(FetchedRecords.none(request.offset(), status));
        } else {
            await(fetch, status.highWatermark());
        }
        return fetch.answer();
    }

    private void await(PendingFetch fetch, long seenWatermark) {
        try {
            loop.request(() -> guarded(() -> awaitOnLoop(fetch, seenWatermark)));
        } catch (RejectedExecutionException full) {
            fetch.fail(LeaderUnavailableException.busy(settings.name()));
        }
    }

    private void awaitOnLoop(PendingFetch fetch, long seenWatermark) {
        try {
            role.await(fetch, seenWatermark);
        } catch (RuntimeException | Error unexpected) {
            fetch.fail(LeaderUnavailableException.busy(settings.name()));
            throw unexpected;
        }
    }

    /**
     * Offset of the first record that is not older, the high watermark if there is none. No promise that it is still
     * there when it is read.
     */
    public CompletionStage<Long> offsetAt(long timestampMillis) {
        ReplicaStatus status = view.status();
        long end = status.highWatermark();
        ReadRequest request = new ReadRequest(end, 0, ReplicaReader.SEARCH_BYTES, 0, 0);
        PendingFetch search = new PendingFetch(request, 0, services.completions());
        view.served().ifPresentOrElse(log -> reads.search(log, search, status, timestampMillis),
            () -> await(search, end));
        return search.answer().thenApply(FetchedRecords::nextOffset);
    }

    DiskReads reads() {
        return reads;
    }

    /** Closes segments that are old and takes out what retention allows. @param nowMillis by the clock on the wall */
    public CompletionStage<Void> maintain(long nowMillis) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        loop.event(() -> {
            guarded(() -> role.maintain(nowMillis));
            done.complete(null);
        });
        return done;
    }

    /** Holds for what is asked from now on. @return completes when all that counts as stored is so by the new rule */
    public CompletionStage<Void> configure(ReplicaSettings.Tuning tuning) {
        CompletableFuture<Void> inForce = new CompletableFuture<>();
        loop.event(() -> guarded(() -> role.configure(tuning, inForce)));
        return inForce;
    }

    /**
     * The log starts here from now on, if it did not start later. That is on disk when this has completed and the log
     * is persisted after that.
     */
    public CompletionStage<Void> deleteBefore(long offset) {
        CompletableFuture<Void> durable = new CompletableFuture<>();
        try {
            loop.request(() -> guarded(() -> role.deleteBefore(offset, durable)));
        } catch (RejectedExecutionException full) {
            durable.completeExceptionally(LeaderUnavailableException.busy(settings.name()));
        }
        return durable;
    }

    /** Takes no more requests, flushes, closes. @return whether all that was appended is on disk */
    public CompletionStage<Boolean> stop() {
        CompletableFuture<Boolean> flushed = new CompletableFuture<>();
        loop.event(() -> guarded(() -> role.stop(flushed)));
        return flushed;
    }

    /** Its topic was deleted: fails what waits and closes. The files can be removed when this completes normally. */
    public CompletionStage<Void> remove() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        TopicNotFoundException reason = new TopicNotFoundException(settings.topic());
        loop.event(() -> guarded(() -> remove(reason, closed)));
        return closed;
    }

    private void remove(TopicNotFoundException reason, CompletableFuture<Void> closed) {
        try {
            role.remove(reason, closed);
        } catch (RuntimeException unexpected) {
            services.completions().run(() -> closed.completeExceptionally(unexpected));
            throw unexpected;
        }
    }

    /** Serves no more until the broker is restarted; what waits is answered as of unknown outcome. */
    public void takeOffline(StorageException cause) {
        loop.event(() -> guarded(() -> role.fail(cause)));
    }

    /** On the loop: a failure nobody foresaw is one of the role that is held by then. */
    void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException unexpected) {
            LOG.log(Level.ERROR, "partition " + settings.name() + " failed", unexpected);
            role.fail(unexpected);
        } catch (Error unexpected) {
            LOG.log(Level.ERROR, "partition " + settings.name() + " failed", unexpected);
            role.fail(new IllegalStateException(unexpected.toString(), unexpected));
        }
    }

    ReplicaServices services() {
        return services;
    }

    /** On the loop: publishes the state that others see. */
    void publish(ReplicaStatus status) {
        view.publish(status);
    }

    /** On the loop: from now on the log is not read any more. */
    void become(RefusingRole refusing) {
        become(refusing, view.status());
    }

    /** The same, and this is the state that others see. */
    void become(RefusingRole refusing, ReplicaStatus status) {
        role = refusing;
        view.refuse(status, refusing.reason());
    }
}
