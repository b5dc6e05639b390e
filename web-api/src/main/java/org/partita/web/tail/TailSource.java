package org.partita.web.tail;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.partita.core.broker.Broker;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.FetchResult;
import org.partita.core.metadata.TopicRef;
import org.partita.storage.PartitionId;

/** Reads one topic for a tail, and no other of its name. Thread-safe. */
final class TailSource {
    private static final int PAGE_MESSAGES = 500;
    /** A page of one message may be larger. */
    static final int PAGE_BYTES = 64 << 10;
    private static final long WAIT_MILLIS = 10_000;

    private final Broker broker;
    private final TopicRef topic;

    TailSource(Broker broker, TopicRef topic) {
        this.broker = requireNonNull(broker, "broker");
        this.topic = requireNonNull(topic, "topic");
    }

    PartitionId partition(int partition) {
        return new PartitionId(topic.id(), partition);
    }

    /** What is there, not more than a page. @param alone no more than a message */
    CompletionStage<FetchResult> read(int partition, long offset, boolean alone) {
        return fetch(new FetchRequest(topic, partition, new StartAt.Offset(offset), alone ? 1 : PAGE_MESSAGES,
            PAGE_BYTES, 0, 0));
    }

    /** Waits a while until there is something, and gives nothing of it. */
    CompletionStage<FetchResult> await(int partition, long offset) {
        return fetch(new FetchRequest(topic, partition, new StartAt.Offset(offset), 0, 1, 0, WAIT_MILLIS));
    }

    /** Where a time begins. */
    CompletionStage<Long> offsetAt(int partition, StartAt.Time time) {
        return fetch(new FetchRequest(topic, partition, time, 1, 1, 0, 0)).thenApply(first ->
            first.records().isEmpty() ? first.nextOffset() : first.records().get(0).offset());
    }

    /** Never throws: who waits for the stage hears of everything. */
    private CompletionStage<FetchResult> fetch(FetchRequest request) {
        try {
            return broker.fetch(request);
        } catch (RuntimeException | Error unexpected) {
            return CompletableFuture.failedFuture(unexpected);
        }
    }
}
