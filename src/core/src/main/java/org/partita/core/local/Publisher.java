package org.partita.core.local;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishRequest;
import org.partita.core.metadata.PartitionNotFoundException;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordBatch;
import org.partita.core.replication.AppendResult;
import org.partita.core.replication.PayloadSize;
import org.partita.storage.BrokerException;

/** Publishes to a topic that is there: chooses partitions, encodes on the caller's thread, appends, collects. */
final class Publisher {
    private final InstantSource clock;
    private final Counters counters;

    Publisher(InstantSource clock, Counters counters) {
        this.clock = clock;
        this.counters = counters;
    }

    CompletionStage<List<PublishOutcome>> publish(ServedTopic topic, PublishRequest request) {
        PublishOutcome[] outcomes = new PublishOutcome[request.messages().size()];
        List<CompletableFuture<?>> appends = new ArrayList<>();
        for (PartitionPublish part : partition(topic, request, outcomes)) {
            appends.add(append(topic, part, request, outcomes).toCompletableFuture());
        }
        return CompletableFuture.allOf(appends.toArray(CompletableFuture<?>[]::new))
            .thenApply(all -> counted(request, List.of(outcomes)));
    }

    private CompletionStage<Void> append(ServedTopic topic, PartitionPublish part, PublishRequest request,
                                         PublishOutcome[] outcomes) {
        List<RecordBatch> batches = part.encode();
        CompletionStage<AppendResult> result = batches.isEmpty()
            ? CompletableFuture.completedFuture(new AppendResult.AllStored(List.of(), false))
            : topic.replica(part.partition()).append(batches, request.timeoutMillis());
        return result.thenAccept(done -> part.tell(done, request.acks(), outcomes));
    }

    /** In the order of the partitions. A message for a partition that is not there fails alone. */
    private Iterable<PartitionPublish> partition(ServedTopic topic, PublishRequest request,
                                                 PublishOutcome[] outcomes) {
        long nowMillis = clock.millis();
        OptionalInt keyless = OptionalInt.empty();
        Map<Integer, PartitionPublish> parts = new TreeMap<>();
        for (int i = 0; i < outcomes.length; i++) {
            OutboundMessage message = request.messages().get(i);
            int partition;
            if (message.partition().isPresent()) {
                partition = message.partition().getAsInt();
                try {
                    topic.requirePartition(partition);
                } catch (PartitionNotFoundException missing) {
                    outcomes[i] = new PublishOutcome.Failed(missing);
                    continue;
                }
            } else if (!message.key().isNull()) {
                partition = topic.slots().partitionOf(message.key());
            } else {
                if (keyless.isEmpty()) keyless = OptionalInt.of(topic.nextKeyless());
                partition = keyless.getAsInt();
            }
            add(parts.computeIfAbsent(partition, PartitionPublish::new), i, message, topic, nowMillis);
        }
        return parts.values();
    }

    private static void add(PartitionPublish part, int position, OutboundMessage message, ServedTopic topic,
                            long nowMillis) {
        if (part.refused()) {
            part.addUnattempted(position);
            return;
        }
        Optional<BrokerException> refusal = MessageCheck.refusal(message, topic.metadata());
        if (refusal.isPresent()) {
            part.addRefused(position, refusal.get());
            return;
        }
        part.add(position, new NewRecord(message.timestampMillis().orElse(nowMillis), message.key(), message.value(),
            message.headers()));
    }

    private List<PublishOutcome> counted(PublishRequest request, List<PublishOutcome> outcomes) {
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) instanceof PublishOutcome.Stored) {
                OutboundMessage message = request.messages().get(i);
                counters.messagesIn.increment();
                counters.bytesIn.add(PayloadSize.of(message.key(), message.value(), message.headers()));
            } else {
                counters.publishesRefused.increment();
            }
        }
        return outcomes;
    }
}
