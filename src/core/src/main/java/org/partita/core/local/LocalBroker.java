package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.partita.core.broker.Broker;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.broker.BrokerStatistics;
import org.partita.core.broker.DirectoryStatus;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishRequest;
import org.partita.core.broker.TopicChange;
import org.partita.core.broker.TopicStatus;
import org.partita.core.broker.read.PartitionReader;
import org.partita.core.broker.read.SeenWatermark;
import org.partita.core.broker.read.Wait;
import org.partita.core.directory.BrokerDirectories;
import org.partita.core.execution.Failures;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicName;
import org.partita.core.metadata.TopicRef;
import org.partita.core.produce.ProduceRequest;
import org.partita.core.produce.Produced;
import org.partita.core.producer.ProducerIdentity;
import org.partita.core.producer.ProducerIds;
import org.partita.core.replication.FetchedRecords;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.PartitionReplica;
import org.partita.core.replication.ReplicaServices;
import org.partita.core.replication.read.Waits;
import org.partita.storage.BrokerException;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;

/** A broker that is alone in its cluster: it leads every partition in its data directories. */
public final class LocalBroker implements Broker, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LocalBroker.class.getName());
    private static final long TOPIC_CHANGE_MILLIS = 30_000;
    /** Partitions that senders wait for, at most about 30 MB. */
    private static final long MAX_WATCHED = 200_000;

    private final BrokerConfig config;
    private final BrokerPorts ports;
    private final TopicCatalog catalog;
    private final TopicAdministration administration;
    private final AutoCreation autoCreation;
    private final BrokerDirectories directories;
    private final ProducerIds producerIds;
    private final BrokerStop stop;
    private final AnswerDeadlines deadlines;
    private final Waits waits;
    private final Traffic.Counters counters = new Traffic.Counters();
    private final Traffic traffic;
    private final Publisher publisher;
    private final AtomicReference<CompletableFuture<Boolean>> stopped = new AtomicReference<>();

    LocalBroker(BrokerConfig config, BrokerPorts ports, TopicCatalog catalog, TopicAdministration administration,
                BrokerDirectories directories, ProducerIds producerIds, BrokerStop stop) {
        this.config = config;
        this.ports = ports;
        this.catalog = catalog;
        this.traffic = new Traffic(catalog, counters);
        this.administration = administration;
        this.autoCreation = new AutoCreation(administration);
        this.directories = directories;
        this.producerIds = producerIds;
        this.stop = stop;
        this.deadlines = new AnswerDeadlines(ports.timers(), services().completions());
        this.waits = new Waits(services().completions(), ports.timers(), MAX_WATCHED);
        this.publisher = new Publisher(ports.clock(), ports.codecs(), counters,
            services().budgets().compressingBytes());
    }

    /**
     * Recovers what is on disk and serves it. Waits for the disk, so call it on a thread of the container.
     *
     * @throws StorageException if the directory cannot be served; the message tells an operator what to do
     */
    public static LocalBroker start(BrokerConfig config, BrokerPorts ports) {
        return new BrokerStart(config, ports).run();
    }

    static LeaderUnavailableException stopping() {
        return new LeaderUnavailableException("The broker is stopping. Try again when it is back.");
    }

    @Override
    public MetadataImage metadata() {
        return catalog.image();
    }

    @Override
    public CompletionStage<TopicStatus> createTopic(NewTopic topic) {
        return deadlines.within(TOPIC_CHANGE_MILLIS, "The creation of topic " + topic.name(), () -> answered(() ->
            administration.create(topic).thenApply(created -> created.status(config.brokerId()))));
    }

    @Override
    public CompletionStage<TopicStatus> changeTopic(TopicChange change) {
        return deadlines.within(TOPIC_CHANGE_MILLIS, "The change of topic " + change.topic(), () -> answered(() -> {
            TopicName.requireValid(change.topic());
            return administration.change(change).thenApply(changed -> changed.status(config.brokerId()));
        }));
    }

    @Override
    public CompletionStage<Void> deleteTopic(String topic) {
        return deadlines.within(TOPIC_CHANGE_MILLIS, "The deletion of topic " + topic, () -> answered(() ->
            administration.delete(TopicRef.named(TopicName.requireValid(topic)))));
    }

    @Override
    public CompletionStage<Void> deleteTopic(UUID topicId) {
        return deadlines.within(TOPIC_CHANGE_MILLIS, "The deletion of topic " + topicId, () -> answered(() ->
            administration.delete(TopicRef.of(catalog.required(topicId).metadata()))));
    }

    @Override
    public CompletionStage<TopicMetadata> tryCreation(NewTopic topic) {
        return deadlines.within(TOPIC_CHANGE_MILLIS, "The trial of topic " + topic.name(), () -> answered(() ->
            administration.tryCreation(topic)));
    }

    @Override
    public CompletionStage<TopicStatus> topicStatus(String topic) {
        TopicRef named = TopicRef.named(topic);
        return answered(() -> CompletableFuture.completedFuture(catalog.required(named).status(config.brokerId())));
    }

    @Override
    public CompletionStage<List<PublishOutcome>> publish(PublishRequest request) {
        return deadlines.within(request.timeoutMillis(), "The publish to topic " + request.topic().name(), () ->
            answered(() -> publishNow(request)));
    }

    private CompletionStage<List<PublishOutcome>> publishNow(PublishRequest request) {
        String name = TopicName.requireValid(request.topic().name());
        boolean created = catalog.topic(name).isPresent() || request.topic().isExact();
        if (created || !config.autoCreateTopics()) return publisher.publish(catalog.required(request.topic()), request);
        long deadlineMillis = ports.timers().nowMillis() + request.timeoutMillis();
        return autoCreation.ensure(name).thenCompose(now -> {
            long leftMillis = deadlineMillis - ports.timers().nowMillis();
            if (leftMillis < 1) throw AutoCreation.tookTooLong(name);
            return publisher.publish(catalog.required(request.topic()), request.within(leftMillis));
        });
    }

    /** Not answered before its time by {@link AnswerDeadlines}: a disk that hangs may still read its bytes. */
    @Override
    public CompletionStage<Produced> produce(ProduceRequest request) {
        return answered(() -> {
            ServedTopic topic = catalog.required(request.topic());
            return topic.intake(request.partition()).produce(request, topic.metadata())
                .whenComplete((produced, failure) -> traffic.produced(topic, produced, failure));
        });
    }

    @Override
    public CompletionStage<ProducerIdentity> createProducer() {
        return deadlines.within(TOPIC_CHANGE_MILLIS, "The wish for a producer id", () ->
            answered(producerIds::create));
    }

    @Override
    public CompletionStage<ProducerIdentity> bumpProducer(ProducerIdentity current) {
        return deadlines.within(TOPIC_CHANGE_MILLIS, "The wish for the next epoch of a producer", () ->
            answered(() -> producerIds.bump(current)));
    }

    @Override
    public CompletionStage<FetchResult> fetch(FetchRequest request) {
        return answered(() -> {
            ServedTopic topic = catalog.required(request.topic());
            PartitionReplica replica = topic.replica(request.partition());
            return new PartitionFetch(replica, request).run().thenApply(fetched -> counted(topic, fetched));
        });
    }

    @Override
    public PartitionReader reader(TopicRef topic, int partition) {
        return catalog.required(topic).replica(partition).reader();
    }

    @Override
    public PartitionReader reader(UUID topicId, int partition) {
        return catalog.required(topicId).replica(partition).reader();
    }

    @Override
    public void sent(TopicRef topic, long messages, long sizeBytes) {
        traffic.sent(topic, messages, sizeBytes);
    }

    @Override
    public void sent(UUID topicId, long messages, long sizeBytes) {
        traffic.sent(topicId, messages, sizeBytes);
    }

    @Override
    public Wait await(List<SeenWatermark> seen, long waitMillis) {
        return waits.begin(seen, waitMillis);
    }

    @Override
    public CompletionStage<Long> deleteRecords(TopicRef topic, int partition, long beforeOffset) {
        return deadlines.within(TOPIC_CHANGE_MILLIS, "The deletion of records of topic " + topic.name(), () ->
            answered(() -> {
                ServedTopic found = catalog.required(topic);
                PartitionReplica replica = found.replica(partition);
                TopicRef exact = TopicRef.of(found.metadata());
                return replica.deleteBefore(beforeOffset).thenCompose(gone -> administration.persist(exact,
                    new PartitionId(exact.id(), partition))).thenApply(noted -> replica.status().logStartOffset());
            }));
    }

    private FetchResult counted(ServedTopic topic, FetchedRecords fetched) {
        traffic.fetched(topic, fetched);
        return new FetchResult(fetched.records(), fetched.nextOffset(), fetched.status().highWatermark(),
            fetched.status().logStartOffset());
    }

    @Override
    public BrokerStatistics statistics() {
        MetadataImage image = catalog.image();
        int waiting = (int) services().budgets().waitingFetches().used() + waits.count();
        return new BrokerStatistics(counters.messagesIn.sum(), counters.bytesIn.sum(), counters.messagesOut.sum(),
            counters.bytesOut.sum(), counters.publishesRefused.sum(), image.topics().size(), image.partitions(),
            catalog.sum(ServedTopic::offlinePartitions), catalog.sum(ServedTopic::underMinIsrPartitions), waiting,
            catalog.traffic(), directories.statistics());
    }

    @Override
    public List<DirectoryStatus> directories() {
        return directories.status();
    }

    /** What they share by directory is not asked for here. */
    private ReplicaServices services() {
        return directories.home().services();
    }

    /**
     * Ends in order: refuses new work, waits a bounded time for what is pending, flushes and closes every log, and
     * marks each directory as cleanly closed if all of that worked in it. Does not block; further calls get the same
     * answer.
     *
     * @return whether all directories were marked
     */
    public CompletionStage<Boolean> stop() {
        CompletableFuture<Boolean> mine = new CompletableFuture<>();
        if (!stopped.compareAndSet(null, mine)) return stopped.get();
        stop.run().whenComplete((clean, failure) -> {
            if (failure == null) mine.complete(clean);
            else mine.completeExceptionally(failure);
        });
        return mine;
    }

    /** {@link #stop}, and waits for it: a bounded time, see {@link BrokerLimits#stopMillis}. */
    @Override
    public void close() {
        boolean clean = stop().toCompletableFuture().join();
        LOG.log(clean ? Level.INFO : Level.WARNING, "broker {0} stopped, {1}", config.brokerId(), clean
            ? "everything is flushed" : "not everything could be flushed");
    }

    /** The stage that {@code call} gives. It fails with nothing but a bare {@link BrokerException}; nothing throws. */
    private <T> CompletionStage<T> answered(Supplier<CompletionStage<T>> call) {
        if (stopped.get() != null) return CompletableFuture.failedFuture(stopping());
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            call.get().whenComplete((value, failure) -> {
                if (failure == null) answer.complete(value);
                else answer.completeExceptionally(told(failure));
            });
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(told(refused));
        }
        return answer;
    }

    private static BrokerException told(Throwable failure) {
        Throwable cause = Failures.bare(failure);
        if (cause instanceof BrokerException known) return known;
        LOG.log(Level.ERROR, "a request failed in a way that nobody foresaw", cause);
        return new StorageException("The broker failed to do this, in a way that nobody foresaw. Its log says more.",
            cause);
    }
}
