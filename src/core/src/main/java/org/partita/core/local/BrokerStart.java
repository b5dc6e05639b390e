package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

import org.partita.core.append.LogMemories;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.broker.DirectoryPorts;
import org.partita.core.directory.BrokerDirectories;
import org.partita.core.directory.BrokerDirectory;
import org.partita.core.directory.MetadataCopies;
import org.partita.core.execution.Budget;
import org.partita.core.execution.Completions;
import org.partita.core.execution.Loop;
import org.partita.core.flush.GroupCommit;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.MetadataStore;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.produce.BatchCheck;
import org.partita.core.produce.BatchIntakes;
import org.partita.core.producer.ProducerIds;
import org.partita.core.replication.PartitionReplica;
import org.partita.core.replication.ReplicaServices;
import org.partita.core.replication.ReplicaServices.Budgets;
import org.partita.storage.StorageException;

/** Brings a broker up from what is on disk. Waits for the disk. */
final class BrokerStart {
    private static final System.Logger LOG = System.getLogger(BrokerStart.class.getName());

    private final BrokerConfig config;
    private final BrokerPorts ports;
    private final Completions completions;
    private final BrokerDirectories directories;
    private final MetadataCopies copies;
    private final MetadataStore metadata;
    private final TopicFiles files;

    BrokerStart(BrokerConfig config, BrokerPorts ports) {
        this.config = config;
        this.ports = ports;
        this.completions = new Completions(ports.completions(), ports.timers());
        this.directories = directories();
        this.copies = new MetadataCopies(directories.others());
        this.metadata = new MetadataStore(directories.home().store(),
            directories.others().stream().map(BrokerDirectory::store).toList(), copies::committed);
        this.files = new TopicFiles(directories, metadata);
    }

    LocalBroker run() {
        Optional<MetadataImage> known = metadata.load();
        MetadataImage image = known.orElseGet(() ->
            MetadataImage.empty(directories.home().store().identity().clusterId()));
        for (UUID topicId : image.unwanted()) image = files.discardNow(image, topicId);
        image = metadata.save(image.inNextEpoch());
        copies.writeNow();
        files.reportUnknown(image);
        PartitionOpener opener = new PartitionOpener(directories, config.limits(),
            new LogMemories(config.idempotencyLimits(), config.producerLimits(), ports.codecs(), ports.clock(),
                ports.timers()), intakes(), ports.random());
        TopicCatalog catalog = new TopicCatalog(image, open(image, opener));
        directories.all().forEach(BrokerDirectory::opened);
        report(image, known.isEmpty());
        Loop loop = new Loop(ports.home().loops().open("metadata"), ports.timers());
        TopicAdministration administration = new TopicAdministration(loop, completions, catalog, metadata, files,
            new TopicPlanner(config, ports.random(), ports.codecs()), opener);
        List<LogMaintenance> maintenance = directories.all().stream()
            .map(directory -> new LogMaintenance(directory, ports.timers(), ports.clock())).toList();
        maintenance.forEach(LogMaintenance::start);
        BrokerStop stop = new BrokerStop(directories, administration, maintenance, completions, ports.timers(),
            config.limits().stopMillis());
        ProducerIds producerIds = new ProducerIds(new MetadataProducerIds(loop, catalog, metadata), loop, completions);
        return new LocalBroker(config, ports, catalog, administration, directories, producerIds, stop);
    }

    private BatchIntakes intakes() {
        Budgets budgets = directories.home().services().budgets();
        return new BatchIntakes(new BatchCheck(ports.codecs(), budgets.inflatingBytes(), budgets.compressingBytes()),
            ports.checks(), ports.timers(), completions);
    }

    private BrokerDirectories directories() {
        BrokerLimits limits = config.limits();
        Budgets budgets = new Budgets(new Budget(limits.maxPendingBytes()), new Budget(limits.maxWaitingFetches()),
            new Budget(limits.maxQueuedReads()), new Budget(limits.maxReadBytes()),
            new Budget(limits.maxInflatingBytes()), new Budget(limits.maxCompressingBytes()));
        return new BrokerDirectories(ports.directories().stream().map(each -> directory(each, budgets)).toList());
    }

    private BrokerDirectory directory(DirectoryPorts directory, Budgets budgets) {
        try {
            return new BrokerDirectory(directory, new ReplicaServices(new GroupCommit(directory.disk(), ports.timers(),
                config.limits().parallelForces()), directory.reads(), completions, ports.timers(), ports.clock(),
                budgets, ports.codecs()));
        } catch (StorageException failure) {
            if (ports.directories().size() == 1) throw failure;
            throw new StorageException("data directory " + directory.store().name() + ": " + failure.getMessage()
                + "; to start without it take it out of partita.data, its partitions are offline then", failure);
        }
    }

    private void report(MetadataImage image, boolean blank) {
        LOG.log(Level.INFO, "broker {0}: {1} topics with {2} partitions{3}", config.brokerId(), image.topics().size(),
            image.partitions(), blank ? ", nothing is known yet" : "");
        for (BrokerDirectory directory : directories.all()) {
            int partitions = directories.partitionsIn(directory);
            LOG.log(Level.INFO, "data directory {0}: {1} partitions, {2}", directory.name(), partitions,
                directory.closedCleanly() ? "recovered after a clean stop"
                    : partitions == 0 ? "nothing to recover" : "recovered after an unclean stop");
        }
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
