package org.partita.core.local;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.NotAttemptedException;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishRequest;
import org.partita.core.idempotency.AppendContent;
import org.partita.core.idempotency.Stamper;
import org.partita.core.metadata.PartitionNotFoundException;
import org.partita.core.record.Codecs;
import org.partita.core.record.PayloadSize;
import org.partita.core.replication.AppendResult;
import org.partita.storage.BrokerException;

/** Publishes to a topic that is there: chooses partitions, encodes on the caller's thread, appends, collects. */
final class Publisher {
    private final InstantSource clock;
    private final Codecs codecs;
    private final Counters counters;

    Publisher(InstantSource clock, Codecs codecs, Counters counters) {
        this.clock = clock;
        this.codecs = codecs;
        this.counters = counters;
    }

    /** All is encoded before the first part is handed over: what fails to be encoded fails before any is stored. */
    CompletionStage<List<PublishOutcome>> publish(ServedTopic topic, PublishRequest request) {
        PublishOutcome[] outcomes = new PublishOutcome[request.messages().size()];
        Map<PartitionPublish, AppendContent> contents = new LinkedHashMap<>();
        partition(topic, request, outcomes).forEach(part -> contents.put(part, part.content()));
        List<CompletableFuture<?>> appends = new ArrayList<>();
        contents.forEach((part, content) ->
            appends.add(append(topic, part, content, request, outcomes).toCompletableFuture()));
        return CompletableFuture.allOf(appends.toArray(CompletableFuture<?>[]::new))
            .thenApply(all -> counted(topic, request, List.of(outcomes)));
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
    private Iterable<PartitionPublish> partition(ServedTopic topic, PublishRequest request,
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
                counters.stored(sizeBytes);
                topic.counters().stored(sizeBytes);
            } else {
                counters.publishesRefused.increment();
            }
        }
        return outcomes;
    }
}
