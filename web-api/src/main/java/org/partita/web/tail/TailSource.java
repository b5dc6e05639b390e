package org.partita.web.tail;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletionStage;

import org.partita.core.broker.Broker;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.FetchResult;
import org.partita.core.metadata.TopicRef;

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

    /** What is there, not more than a page. */
    CompletionStage<FetchResult> read(int partition, long offset) {
        return broker.fetch(new FetchRequest(topic, partition, new StartAt.Offset(offset), PAGE_MESSAGES, PAGE_BYTES,
            0, 0));
    }

    /** Waits a while until there is something, and gives nothing of it. */
    CompletionStage<FetchResult> await(int partition, long offset) {
        return broker.fetch(new FetchRequest(topic, partition, new StartAt.Offset(offset), 0, 1, 0, WAIT_MILLIS));
    }

    /** Where a time begins. */
    CompletionStage<Long> offsetAt(int partition, StartAt.Time time) {
        return broker.fetch(new FetchRequest(topic, partition, time, 1, 1, 0, 0)).thenApply(first ->
            first.records().isEmpty() ? first.nextOffset() : first.records().get(0).offset());
    }
}
