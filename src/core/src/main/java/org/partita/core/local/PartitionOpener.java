package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

import org.partita.core.broker.BrokerLimits;
import org.partita.core.execution.Loop;
import org.partita.core.execution.Loops;
import org.partita.core.idempotency.IdempotencyTable;
import org.partita.core.log.LogConfig;
import org.partita.core.log.LogConfig.LostTail;
import org.partita.core.log.LogDirectory;
import org.partita.core.log.PartitionLog;
import org.partita.core.metadata.TopicConfig;
import org.partita.core.metadata.TopicConfig.FlushPolicy;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.placement.KeylessTurns;
import org.partita.core.placement.SlotTable;
import org.partita.core.replication.PartitionReplica;
import org.partita.core.replication.ReplicaServices;
import org.partita.core.replication.ReplicaSettings;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;

/** Opens the logs of a topic and puts replicas on them. Waits for the disk; used by one thread at a time. */
final class PartitionOpener {
    private static final System.Logger LOG = System.getLogger(PartitionOpener.class.getName());

    private final SegmentStore store;
    private final LogDirectory logs;
    private final ReplicaServices services;
    private final Loops loops;
    private final BrokerLimits limits;
    private final IdempotencyTables tables;
    private final RandomGenerator random;

    PartitionOpener(SegmentStore store, LogDirectory logs, ReplicaServices services, Loops loops,
                    BrokerLimits limits, IdempotencyTables tables, RandomGenerator random) {
        this.store = store;
        this.logs = logs;
        this.services = services;
        this.loops = loops;
        this.limits = limits;
        this.tables = tables;
        this.random = random;
    }

    /** Makes the files of a new topic. @throws StorageException if one cannot be made; those made stay, closed */
    ServedTopic create(TopicMetadata topic) {
        List<PartitionLog> made = new ArrayList<>();
        try {
            store.labelTopic(topic.id(), topic.name());
            for (int partition = 0; partition < topic.partitions(); partition++) {
                made.add(open(new PartitionId(topic.id(), partition), topic));
            }
        } catch (RuntimeException failure) {
            made.forEach(PartitionLog::close);
            throw failure;
        }
        List<PartitionReplica> replicas = new ArrayList<>();
        for (PartitionLog log : made) {
            replicas.add(leading(log, tables.empty(topic.config()), topic, replicas.size()));
        }
        return served(topic, replicas);
    }

    /** Opens what is there. A partition that cannot be opened is offline, the others are served. */
    ServedTopic recover(TopicMetadata topic) {
        List<PartitionReplica> replicas = new ArrayList<>();
        for (int partition = 0; partition < topic.partitions(); partition++) {
            replicas.add(recover(topic, partition));
        }
        return served(topic, replicas);
    }

    private PartitionReplica recover(TopicMetadata topic, int partition) {
        ReplicaSettings settings = settings(topic, partition);
        try {
            PartitionId id = new PartitionId(topic.id(), partition);
            if (store.partition(id).segments().isEmpty()) {
                throw new StorageException("its files are missing. Put them back and restart, or delete the topic");
            }
            PartitionLog log = open(id, topic);
            if (log.recovery().bytesCut() > 0 || log.recovery().lostOffsets() > 0) warnOfCut(settings, log);
            return leading(log, recoveredTable(log, topic), topic, partition);
        } catch (StorageException failure) {
            LOG.log(Level.ERROR, "partition " + settings.name() + " epoch " + settings.leaderEpoch()
                + " is offline; its files were left as they are, other partitions are served", failure);
            return PartitionReplica.offline(failure.getMessage(), settings, services, loop(settings));
        }
    }

    private PartitionLog open(PartitionId id, TopicMetadata topic) {
        return logs.open(id, config(topic), topic.config().flush() == FlushPolicy.ASYNC);
    }

    private IdempotencyTable recoveredTable(PartitionLog log, TopicMetadata topic) {
        try {
            return tables.recovered(log, topic.config());
        } catch (RuntimeException failure) {
            log.close();
            throw failure;
        }
    }

    private static void warnOfCut(ReplicaSettings settings, PartitionLog log) {
        LOG.log(Level.WARNING, "partition {0} epoch {1}: {2} bytes from offset {3} on were cut off: {4}; {5} offsets "
            + "from there on were durable once and are lost", settings.name(), settings.leaderEpoch(),
            log.recovery().bytesCut(), log.logEndOffset(), log.recovery().cut().finding(),
            log.recovery().lostOffsets());
    }

    private PartitionReplica leading(PartitionLog log, IdempotencyTable known, TopicMetadata topic, int partition) {
        ReplicaSettings settings = settings(topic, partition);
        return PartitionReplica.leading(log, known, settings, services, loop(settings));
    }

    private Loop loop(ReplicaSettings settings) {
        return new Loop(loops.open(settings.name()), services.timers());
    }

    private ReplicaSettings settings(TopicMetadata topic, int partition) {
        return new ReplicaSettings(topic.name(), partition, topic.leaderEpoch(partition), topic.config().flush(),
            limits.flushDelayMillis(), limits.maxPendingBytesPerPartition());
    }

    /** This broker has the only copy. */
    private static LogConfig config(TopicMetadata topic) {
        TopicConfig config = topic.config();
        return new LogConfig(config.segmentBytes(), config.segmentMillis(), config.retentionMillis(),
            config.retentionBytes(), LogConfig.DEFAULT_MAX_INDEX_ENTRIES, LostTail.CUT);
    }

    private ServedTopic served(TopicMetadata topic, List<PartitionReplica> replicas) {
        AtomicInteger turn = new AtomicInteger(random.nextInt(topic.partitions()));
        return new ServedTopic(topic, SlotTable.initial(topic.partitions()),
            new KeylessTurns(turn::getAndIncrement), replicas);
    }
}
