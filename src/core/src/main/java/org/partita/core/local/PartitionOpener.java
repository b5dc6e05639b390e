package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

import org.partita.core.append.LogMemories;
import org.partita.core.append.LogMemory;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.directory.BrokerDirectories;
import org.partita.core.directory.BrokerDirectory;
import org.partita.core.execution.Cleanup;
import org.partita.core.execution.Failures;
import org.partita.core.execution.Loop;
import org.partita.core.local.Traffic.Counters;
import org.partita.core.log.LogConfig;
import org.partita.core.log.LogConfig.LostTail;
import org.partita.core.log.PartitionLog;
import org.partita.core.log.state.RecoveryReport;
import org.partita.core.metadata.TopicConfig;
import org.partita.core.metadata.TopicConfig.FlushPolicy;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.placement.KeylessTurns;
import org.partita.core.placement.SlotTable;
import org.partita.core.produce.BatchIntakes;
import org.partita.core.replication.PartitionReplica;
import org.partita.core.replication.ReplicaSettings;
import org.partita.core.replication.ReplicaSettings.AppendRules;
import org.partita.core.replication.ReplicaSettings.Tuning;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;

/** Opens the logs of a topic and puts replicas on them. */
final class PartitionOpener {
    private static final System.Logger LOG = System.getLogger(PartitionOpener.class.getName());

    private final BrokerDirectories directories;
    private final BrokerLimits limits;
    private final LogMemories memories;
    private final BatchIntakes intakes;
    private final RandomGenerator random;

    PartitionOpener(BrokerDirectories directories, BrokerLimits limits, LogMemories memories,
                    BatchIntakes intakes, RandomGenerator random) {
        this.directories = directories;
        this.limits = limits;
        this.memories = memories;
        this.intakes = intakes;
        this.random = random;
    }

    /**
     * Makes the files of a new topic, each directory on its own loop. Called on the metadata loop; does not wait.
     *
     * @return replicas by partition number; or a {@link StorageException}, when the logs of those made are closed
     */
    CompletionStage<List<PartitionReplica>> create(TopicMetadata topic) {
        List<CompletableFuture<SortedMap<PartitionId, PartitionReplica>>> parts = new ArrayList<>();
        directories.place(topic).forEach((directory, ids) ->
            parts.add(directory.call(() -> make(topic, ids, directory)).toCompletableFuture()));
        return CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new))
            .handle((done, failure) -> failure == null ? CompletableFuture.completedStage(merged(parts))
                : closed(parts, failure))
            .thenCompose(outcome -> outcome);
    }

    private static List<PartitionReplica> merged(
        List<CompletableFuture<SortedMap<PartitionId, PartitionReplica>>> parts) {
        SortedMap<PartitionId, PartitionReplica> all = new TreeMap<>();
        parts.forEach(part -> all.putAll(part.join()));
        return List.copyOf(all.values());
    }

    /** Fails when those that were made are closed, so that their files can go. */
    private static CompletionStage<List<PartitionReplica>> closed(
        List<CompletableFuture<SortedMap<PartitionId, PartitionReplica>>> parts, Throwable failure) {
        CompletableFuture<?>[] closing = parts.stream().filter(part -> !part.isCompletedExceptionally())
            .flatMap(part -> part.join().values().stream()).map(replica -> replica.remove().toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new);
        Throwable cause = Failures.bare(failure);
        return CompletableFuture.allOf(closing).handle((done, notClosed) -> {
            if (notClosed != null) cause.addSuppressed(notClosed);
            return cause;
        }).thenCompose(CompletableFuture::failedStage);
    }

    /** On the loop of the directory. Whose files they are is noted at once, for they have nothing else that tells. */
    private SortedMap<PartitionId, PartitionReplica> make(TopicMetadata topic, List<PartitionId> ids,
                                                          BrokerDirectory directory) {
        SortedMap<PartitionId, Made> made = new TreeMap<>();
        try {
            directory.store().labelTopic(topic.id(), topic.name());
            for (PartitionId id : ids) {
                ReplicaSettings settings = settings(topic, id.partition());
                Loop loop = directory.partitionLoop(settings.name());
                made.put(id, new Made(open(id, topic, directory), settings, loop));
            }
        } catch (RuntimeException failure) {
            if (failure instanceof StorageException) directory.creationFailed();
            Cleanup closing = new Cleanup(failure);
            made.values().forEach(each -> closing.attempt(each.log()::close));
            throw failure;
        }
        SortedMap<PartitionId, PartitionReplica> replicas = new TreeMap<>();
        made.forEach((id, each) -> {
            LogMemory known = memories.empty(directory.store().partition(id), each.log(), topic.config());
            PartitionReplica replica = PartitionReplica.leading(each.log(), known, each.settings(),
                directory.services(), each.loop());
            directory.remember(id, known);
            directory.add(id, replica);
            directory.persist(id);
            replicas.put(id, replica);
        });
        return replicas;
    }

    /** A log that was made, and what its replica needs. */
    private record Made(PartitionLog log, ReplicaSettings settings, Loop loop) {
    }

    /** Opens what is there. A partition that cannot be opened is offline, the others are served. */
    ServedTopic recover(TopicMetadata topic) {
        List<PartitionReplica> replicas = new ArrayList<>();
        for (int partition = 0; partition < topic.partitions(); partition++) {
            replicas.add(recover(topic, new PartitionId(topic.id(), partition)));
        }
        return served(topic, replicas);
    }

    private PartitionReplica recover(TopicMetadata topic, PartitionId id) {
        ReplicaSettings settings = settings(topic, id.partition());
        try {
            BrokerDirectory directory = onlyHolder(id);
            PartitionLog log = open(id, topic, directory);
            if (log.recovery().incomplete()) warnOfCut(settings, id, log);
            return leading(log, topic, id, directory);
        } catch (StorageException failure) {
            LOG.log(Level.ERROR, "partition " + settings.name() + " epoch " + settings.leaderEpoch()
                + " is offline; its files were left as they are, other partitions are served", failure);
            return offline(id, failure.getMessage(), settings);
        }
    }

    /** Two logs of one partition may differ, and nobody but a person can tell which is the right one. */
    private BrokerDirectory onlyHolder(PartitionId id) {
        List<BrokerDirectory> holders = new ArrayList<>();
        for (BrokerDirectory directory : directories.holding(id)) {
            if (!directory.store().partition(id).segments().isEmpty()) holders.add(directory);
        }
        if (holders.isEmpty()) {
            throw new StorageException("its files are missing. Put them, or the data directory they are in, back and "
                + "restart, or delete the topic");
        }
        if (holders.size() == 1) return holders.get(0);
        String names = holders.stream().map(BrokerDirectory::name).collect(Collectors.joining(" and "));
        throw new StorageException("it has files in more than one data directory. Take " + id.topicId() + "/"
            + id.partition() + " out of all but the right one and restart",
            new StorageException("partition " + id + " has files in " + names));
    }

    /** Each directory that has a place for it counts it. */
    private PartitionReplica offline(PartitionId id, String error, ReplicaSettings settings) {
        List<BrokerDirectory> holding = directories.holding(id);
        BrokerDirectory first = holding.isEmpty() ? directories.home() : holding.get(0);
        PartitionReplica replica = PartitionReplica.offline(error, settings, first.services(),
            first.partitionLoop(settings.name()));
        holding.forEach(directory -> directory.add(id, replica));
        return replica;
    }

    private static PartitionLog open(PartitionId id, TopicMetadata topic, BrokerDirectory directory) {
        return directory.open(id, tuning(topic).log(), topic.config().flush() == FlushPolicy.ASYNC);
    }

    private static void warnOfCut(ReplicaSettings settings, PartitionId id, PartitionLog log) {
        RecoveryReport report = log.recovery();
        String cut = report.lastSegmentMissing() ? "its last segment is missing, with all that it held"
            : report.bytesCut() == 0 ? "the end of its log is missing"
            : "segment " + report.cut().segmentBaseOffset() + " position " + report.cut().positionBytes() + ": "
                + report.cut().finding() + "; " + report.bytesCut() + " bytes were cut off";
        String lost = report.lostOffsets() > 0 ? report.lostOffsets() + " offsets that were durable once are lost"
            : "nothing of that is known to have been durable";
        LOG.log(Level.WARNING, "partition " + settings.name() + " epoch " + settings.leaderEpoch() + ": partition "
            + id + " " + cut + "; it goes on at offset " + log.logEndOffset() + ", " + lost);
    }

    private PartitionReplica leading(PartitionLog log, TopicMetadata topic, PartitionId id,
                                     BrokerDirectory directory) {
        try {
            LogMemory known = memories.recovered(directory.store().partition(id), log, topic.config());
            ReplicaSettings settings = settings(topic, id.partition(), leaderEpoch(topic, id, log));
            PartitionReplica replica = PartitionReplica.leading(log, known, settings, directory.services(),
                directory.partitionLoop(settings.name()));
            directory.remember(id, known);
            directory.add(id, replica);
            return replica;
        } catch (RuntimeException failure) {
            new Cleanup(failure).attempt(log::close);
            throw failure;
        }
    }

    /** Above all epochs in the log, also if the metadata was put back from a copy that is older than the log. */
    private static int leaderEpoch(TopicMetadata topic, PartitionId id, PartitionLog log) {
        int known = topic.leaderEpoch(id.partition());
        int latest = log.latestEpoch().orElse(-1);
        if (latest < known) return known;
        LOG.log(Level.WARNING, "partition " + topic.name() + "-" + id.partition() + ": its log was appended to in "
            + "leader epoch " + latest + ", the metadata is older and knows epoch " + known + "; it goes on in a later "
            + "one");
        return (int) Math.min(Integer.MAX_VALUE, latest + 1L);
    }

    private ReplicaSettings settings(TopicMetadata topic, int partition) {
        return settings(topic, partition, topic.leaderEpoch(partition));
    }

    private ReplicaSettings settings(TopicMetadata topic, int partition, int leaderEpoch) {
        return new ReplicaSettings(topic.name(), partition, leaderEpoch, rules(topic.config()),
            limits.flushDelayMillis(), limits.maxPendingBytesPerPartition());
    }

    /** This broker has the only copy. */
    static Tuning tuning(TopicMetadata topic) {
        TopicConfig config = topic.config();
        LogConfig log = new LogConfig(config.segmentBytes(), config.segmentMillis(), config.retentionMillis(),
            config.retentionBytes(), LogConfig.DEFAULT_MAX_INDEX_ENTRIES, LostTail.CUT);
        return new Tuning(rules(config), log, config.idempotencyWindowMillis());
    }

    private static AppendRules rules(TopicConfig config) {
        return new AppendRules(config.flush(), config.timestampType(), config.minInsyncReplicas());
    }

    /** By one thread at a time. */
    ServedTopic served(TopicMetadata topic, List<PartitionReplica> replicas) {
        AtomicInteger turn = new AtomicInteger(random.nextInt(topic.partitions()));
        return new ServedTopic(topic, SlotTable.initial(topic.partitions()),
            new KeylessTurns(turn::getAndIncrement), new Counters(), replicas, intakes.of(topic.name(), replicas));
    }
}
