package org.partita.core.directory;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.partita.core.append.LogMemory;
import org.partita.core.broker.DirectoryPorts;
import org.partita.core.execution.Cleanup;
import org.partita.core.execution.Loop;
import org.partita.core.execution.Loops;
import org.partita.core.execution.Timers;
import org.partita.core.log.LogConfig;
import org.partita.core.log.LogDirectory;
import org.partita.core.log.PartitionLog;
import org.partita.core.log.state.LogState;
import org.partita.core.replication.PartitionReplica;
import org.partita.core.replication.ReplicaServices;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;

/** One data directory of a broker: its files, the logs in them, and the replicas on these. */
public final class BrokerDirectory {
    private static final System.Logger LOG = System.getLogger(BrokerDirectory.class.getName());
    private static final long PATIENCE_MILLIS = 5_000;

    private final SegmentStore store;
    private final boolean closedCleanly;
    private final LogDirectory logs;
    private final Loops loops;
    private final Loop loop;
    private final Timers timers;
    private final ReplicaServices services;
    private final SortedMap<PartitionId, PartitionReplica> replicas = new TreeMap<>();
    private final Map<PartitionId, LogMemory> memories = new HashMap<>();
    private final AtomicInteger waitingTasks = new AtomicInteger();
    private volatile long progressMillis;
    private volatile boolean failing;

    /**
     * Takes the clean mark away before anything else is done: whatever happens from here on, the next start sees it.
     *
     * @throws StorageException if the disk cannot be read
     */
    public BrokerDirectory(DirectoryPorts ports, ReplicaServices services) {
        this.store = ports.store();
        this.closedCleanly = store.takeCleanMark();
        this.logs = new LogDirectory(store, closedCleanly);
        this.services = requireNonNull(services, "services");
        this.timers = services.timers();
        this.loops = ports.loops();
        this.loop = new Loop(loops.open("data directory " + store.name()), timers);
    }

    /** What people call it. */
    public String name() {
        return store.name();
    }

    /** Whether the start found it as an orderly stop leaves it. */
    public boolean closedCleanly() {
        return closedCleanly;
    }

    public SegmentStore store() {
        return store;
    }

    /** What replicas in this directory share. */
    public ReplicaServices services() {
        return services;
    }

    /** The loop of this directory, which waits for its disk. */
    public Loop loop() {
        return loop;
    }

    /** A loop for a partition in this directory. */
    public Loop partitionLoop(String partition) {
        return new Loop(loops.open(partition), timers);
    }

    /** Runs {@code call} on the loop. Never fails at once. */
    public <T> CompletionStage<T> call(Supplier<T> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        run(() -> {
            try {
                answer.complete(call.get());
            } catch (RuntimeException | Error failure) {
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }

    /** Runs {@code task} on the loop. If that takes long, the directory is not {@link #writable}. */
    public void run(Runnable task) {
        if (waitingTasks.getAndIncrement() == 0) progressMillis = timers.nowMillis();
        loop.event(() -> {
            try {
                task.run();
            } finally {
                waitingTasks.decrementAndGet();
                progressMillis = timers.nowMillis();
            }
        });
    }

    /**
     * Whether files are well here: the last attempt to write did not fail, and the disk keeps nobody waiting. By any
     * thread.
     */
    public boolean writable() {
        boolean waiting = waitingTasks.get() > 0 && timers.nowMillis() - progressMillis > PATIENCE_MILLIS;
        return !failing && !waiting;
    }

    /** On the loop: files of a new topic cannot be made here. */
    public void creationFailed() {
        failing = true;
    }

    /** On the loop, as {@link LogDirectory#open}. */
    public PartitionLog open(PartitionId id, LogConfig config, boolean unforcedCounted) {
        return logs.open(id, config, unforcedCounted);
    }

    /** On the loop: what is captured of an open log is written with {@link #persist} from now on. */
    public void remember(PartitionId id, LogMemory ofLog) {
        memories.put(id, ofLog);
    }

    /** As {@link LogDirectory#opened}, by the starting thread. */
    public void opened() {
        logs.opened();
    }

    /** On the loop. */
    public void add(PartitionId id, PartitionReplica replica) {
        replicas.put(id, replica);
    }

    /** On the loop: ids of the partitions that have a replica here. */
    public List<PartitionId> partitions() {
        return List.copyOf(replicas.keySet());
    }

    /** On the loop. */
    public Optional<PartitionReplica> replica(PartitionId id) {
        return Optional.ofNullable(replicas.get(id));
    }

    /** On the loop: the replicas of these topics. */
    public List<PartitionReplica> replicas(Set<UUID> topicIds) {
        return replicas.entrySet().stream().filter(each -> topicIds.contains(each.getKey().topicId()))
            .map(Map.Entry::getValue).toList();
    }

    /** On the loop: the topic is deleted or will not come to be. */
    void release(UUID topicId) {
        replicas.keySet().removeIf(id -> id.topicId().equals(topicId));
    }

    /** By the starting thread: whether there is a log of this topic that is not new. */
    boolean hasMessages(UUID topicId) {
        return store.partitions().stream().filter(id -> id.topicId().equals(topicId)).map(store::partition)
            .anyMatch(files -> files.segments().stream().anyMatch(base -> base > 0 || sizeBytes(files, base) > 0));
    }

    private static long sizeBytes(PartitionStore files, long segment) {
        try (SegmentFile file = files.openSegment(segment)) {
            return file.sizeBytes();
        }
    }

    /** On the loop: removes all files of a topic, whose logs are closed. */
    void removeFiles(UUID topicId) {
        logs.forget(topicId);
        memories.keySet().removeIf(id -> id.topicId().equals(topicId));
        Cleanup removal = new Cleanup();
        for (PartitionId id : store.partitions()) {
            if (id.topicId().equals(topicId)) removal.attempt(() -> removeFiles(id));
        }
        removal.attempt(() -> store.deleteTopic(topicId));
        removal.end();
    }

    private void removeFiles(PartitionId id) {
        LogState.requireOf(store.partition(id));
        store.deletePartition(id);
    }

    /** On the loop: notes what makes the next opening of a log short, as {@link LogDirectory#persist}. */
    public void persist(PartitionId id) {
        LogMemory ofLog = memories.get(id);
        logs.persist(id, ofLog == null ? () -> { } : ofLog::persist);
    }

    /** As {@link LogDirectory#persistNow}, on the loop. */
    boolean persistNow(PartitionId id) {
        return logs.persistNow(id);
    }

    /** On the loop: notes what is flushed, new or not, for so it is found out whether the disk is well. */
    public void writeCheckpoint() {
        failing = !logs.rewriteCheckpoint();
    }

    /**
     * On the loop, when every log is closed. What is not written in time the next start reads from the logs.
     *
     * @param untilMillis no log is begun after this
     */
    public void persistAll(long untilMillis) {
        Deque<PartitionId> left = new ArrayDeque<>(replicas.keySet());
        while (!left.isEmpty() && timers.nowMillis() < untilMillis) persist(left.remove());
        if (!left.isEmpty()) {
            LOG.log(Level.INFO, "data directory {0}: state of {1} logs was not written before the end of the stop; the "
                + "next start reads more of them", name(), left.size());
        }
        logs.writeCheckpoint();
    }
}
