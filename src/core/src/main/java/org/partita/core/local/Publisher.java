package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import org.partita.core.append.AppendContent;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.NotAttemptedException;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishRequest;
import org.partita.core.execution.Budget;
import org.partita.core.idempotency.Stamper;
import org.partita.core.local.Traffic.Counters;
import org.partita.core.metadata.PartitionNotFoundException;
import org.partita.core.metadata.TopicConfig.CompressionType;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.PayloadSize;
import org.partita.core.replication.AppendResult;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.storage.BrokerException;
import org.partita.storage.StorageException;

/** Publishes to a topic that is there: chooses partitions, encodes on the caller's thread, appends, collects. */
final class Publisher {
    private static final System.Logger LOG = System.getLogger(Publisher.class.getName());

    private final InstantSource clock;
    private final Codecs codecs;
    private final Counters counters;
    private final Budget compressing;
    /** What is wrong with a library is said once. */
    private final Set<Compression> reported = ConcurrentHashMap.newKeySet();

    /** @param compressing bytes of memory for batches that are being compressed */
    Publisher(InstantSource clock, Codecs codecs, Counters counters, Budget compressing) {
        this.clock = clock;
        this.codecs = codecs;
        this.counters = counters;
        this.compressing = compressing;
    }

    /**
     * All is encoded before the first part is handed over: what fails to be encoded fails before any is stored.
     *
     * @throws LeaderUnavailableException if it cannot be compressed as the topic asks for, now or at all
     */
    CompletionStage<List<PublishOutcome>> publish(ServedTopic topic, PublishRequest request) {
        PublishOutcome[] outcomes = new PublishOutcome[request.messages().size()];
        Map<PartitionPublish, AppendContent> contents = encoded(topic, partition(topic, request, outcomes));
        List<CompletableFuture<?>> appends = new ArrayList<>();
        contents.forEach((part, content) ->
            appends.add(append(topic, part, content, request, outcomes).toCompletableFuture()));
        return CompletableFuture.allOf(appends.toArray(CompletableFuture<?>[]::new))
            .thenApply(all -> counted(topic, request, List.of(outcomes)));
    }

    /** Parts are compressed one after the other, so what the largest needs is enough for all. */
    private Map<PartitionPublish, AppendContent> encoded(ServedTopic topic, Collection<PartitionPublish> parts) {
        long neededBytes = parts.stream().mapToLong(PartitionPublish::compressingBytes).max().orElse(0);
        if (neededBytes > 0 && !compressing.tryReserve(neededBytes)) {
            throw new LeaderUnavailableException("This broker compresses as much at a time as it can hold. Nothing was "
                + "stored. Try again a little later, or send fewer messages at a time.");
        }
        try {
            Map<PartitionPublish, AppendContent> contents = new LinkedHashMap<>();
            parts.forEach(part -> contents.put(part, part.content()));
            return contents;
        } catch (StorageException unusable) {
            throw cannotCompress(topic.metadata(), unusable);
        } finally {
            compressing.release(neededBytes);
        }
    }

    private BrokerException cannotCompress(TopicMetadata topic, StorageException cause) {
        CompressionType type = topic.config().compressionType();
        if (reported.add(type.ofBroker())) {
            LOG.log(Level.ERROR, "topic " + topic.name() + ": nothing can be compressed with " + type.text()
                + ", so publishes to topics that ask for it are refused", cause);
        }
        return new LeaderUnavailableException("This broker cannot compress with " + type.text() + ", as topic "
            + topic.name() + " asks for: the library cannot be loaded. Nothing was stored. Set compression.type of the "
            + "topic to gzip or producer, or put the broker right; its log has the cause.");
    }

    private CompletionStage<Void> append(ServedTopic topic, PartitionPublish part, AppendContent content,
                                         PublishRequest request, PublishOutcome[] outcomes) {
        CompletionStage<AppendResult> result = content.encoded().isEmpty()
            ? CompletableFuture.completedFuture(new AppendResult.AllStored(List.of(), false))
            : topic.replica(part.partition()).append(content, request.acks() == AckPolicy.LEADER,
                request.timeoutMillis());
        return result.thenAccept(done -> part.tell(done, request.acks(), outcomes));
    }

    /** In the order of the partitions. A message for a partition that is not there fails alone. */
    private Collection<PartitionPublish> partition(ServedTopic topic, PublishRequest request,
                                                   PublishOutcome[] outcomes) {
        long nowMillis = clock.millis();
        Placement placement = Placement.of(topic, request, nowMillis);
        BatchEncoding encoding = encoding(topic, placement);
        Map<Integer, PartitionPublish> parts = new TreeMap<>();
        for (int i = 0; i < outcomes.length; i++) {
            OutboundMessage message = request.messages().get(i);
            try {
                int partition = placement.partitionOf(i, message);
                Optional<NotAttemptedException> refusal = request.before().refusal(partition);
                if (refusal.isPresent()) {
                    outcomes[i] = new PublishOutcome.Failed(partition, refusal.get());
                    continue;
                }
                PartitionPublish part = parts.computeIfAbsent(partition,
                    number -> new PartitionPublish(number, placement.stamper(), request.trace(), encoding));
                add(part, i, message, topic, nowMillis);
            } catch (PartitionNotFoundException missing) {
                outcomes[i] = new PublishOutcome.Failed(message.partitionOrAny(), missing);
            }
        }
        return parts.values();
    }

    private BatchEncoding encoding(ServedTopic topic, Placement placement) {
        return new BatchEncoding(topic.metadata().config().compressionType().ofBroker(), codecs,
            placement.stamper().map(Stamper::takenAtMillis).orElse(Long.MIN_VALUE));
    }

    private static void add(PartitionPublish part, int position, OutboundMessage message, ServedTopic topic,
                            long nowMillis) {
        if (part.refused()) {
            part.addUnattempted(position);
            return;
        }
        Optional<BrokerException> refusal = MessageCheck.refusal(message, topic.metadata());
        if (refusal.isPresent()) part.addRefused(position, refusal.get());
        else part.add(position, message, nowMillis);
    }

    private List<PublishOutcome> counted(ServedTopic topic, PublishRequest request,
                                         List<PublishOutcome> outcomes) {
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) instanceof PublishOutcome.Stored stored) {
                if (stored.replayed()) continue;
                OutboundMessage message = request.messages().get(i);
                long sizeBytes = PayloadSize.of(message.key(), message.value(), message.headers());
                counters.stored(1, sizeBytes);
                topic.counters().stored(1, sizeBytes);
            } else {
                counters.publishesRefused.increment();
            }
        }
        return outcomes;
    }
}
