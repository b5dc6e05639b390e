package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.execution.Budget;
import org.partita.core.execution.Completions;
import org.partita.core.execution.Loop;
import org.partita.core.flush.GroupCommit;
import org.partita.core.log.LogDirectory;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.MetadataStore;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.replication.PartitionReplica;
import org.partita.core.replication.ReplicaServices;
import org.partita.core.replication.ReplicaServices.Budgets;
import org.partita.storage.SegmentStore;

/** Brings a broker up from what is on disk. Waits for the disk. */
final class BrokerStart {
    private static final System.Logger LOG = System.getLogger(BrokerStart.class.getName());

    private final BrokerConfig config;
    private final BrokerPorts ports;
    private final SegmentStore store;
    private final MetadataStore metadata;
    private final boolean clean;
    private final LogDirectory logs;
    private final TopicFiles files;
    private final Completions completions;

    BrokerStart(BrokerConfig config, BrokerPorts ports) {
        this.config = config;
        this.ports = ports;
        this.store = ports.store();
        this.metadata = new MetadataStore(store);
        this.clean = store.takeCleanMark();
        this.logs = new LogDirectory(store, clean);
        this.files = new TopicFiles(store, logs, metadata);
        this.completions = new Completions(ports.completions(), ports.timers());
    }

    /** The clean mark goes first: whatever happens from here on, the next start looks at every log again. */
    LocalBroker run() {
        Optional<MetadataImage> known = metadata.load();
        MetadataImage image = known.orElseGet(() -> MetadataImage.empty(store.identity().clusterId()));
        for (UUID topicId : image.unwanted()) image = files.discard(image, topicId);
        image = metadata.save(image.inNextEpoch());
        files.reportUnknown(image);
        ReplicaServices services = services();
        PartitionOpener opener = new PartitionOpener(store, logs, services, ports.loops(), config.limits(),
            new IdempotencyTables(config.idempotencyLimits(), ports.clock(), ports.timers()), ports.random());
        TopicCatalog catalog = new TopicCatalog(image, open(image, opener));
        logs.opened();
        LOG.log(Level.INFO, "broker {0}: {1} topics with {2} partitions, {3}", config.brokerId(),
            image.topics().size(), image.partitions(), known.isEmpty() ? "a new data directory"
                : clean ? "recovered after a clean stop" : "recovered after an unclean stop");
        Loop loop = new Loop(ports.loops().open("metadata"), ports.timers());
        TopicAdministration administration = new TopicAdministration(loop, completions, catalog, metadata, files,
            new TopicPlanner(config, ports.random()), opener);
        LogMaintenance maintenance = new LogMaintenance(catalog, logs, loop, ports.timers(), ports.clock());
        maintenance.start();
        BrokerStop stop = new BrokerStop(store, administration, maintenance, loop, completions, ports.timers(),
            config.limits().stopMillis());
        return new LocalBroker(config, ports, catalog, administration, services, stop);
    }

    private ReplicaServices services() {
        BrokerLimits limits = config.limits();
        return new ReplicaServices(new GroupCommit(ports.disk(), ports.timers(), limits.parallelForces()),
            ports.reads(), completions, ports.timers(), new Budgets(new Budget(limits.maxPendingBytes()),
            new Budget(limits.maxWaitingFetches()), new Budget(limits.maxQueuedReads()),
            new Budget(limits.maxReadBytes())), ports.codecs());
    }

    private static Map<String, ServedTopic> open(MetadataImage image, PartitionOpener opener) {
        Map<String, ServedTopic> opened = new TreeMap<>();
        try {
            for (TopicMetadata topic : image.topics().values()) opened.put(topic.name(), opener.recover(topic));
        } catch (RuntimeException failure) {
            opened.values().forEach(topic -> topic.replicas().forEach(PartitionReplica::stop));
            throw failure;
        }
        return opened;
    }
}
