package org.partita.core.local;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;

import org.partita.core.broker.TopicTraffic;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicRef;
import org.partita.core.produce.Produced;
import org.partita.core.replication.FetchedRecords;

/**
 * Counts what comes in and goes out, for its topic and for the broker. Thread-safe.
 *
 * @param total of all topics, also of those that have gone
 */
record Traffic(TopicCatalog catalog, Counters total) {
    /** @param failure null if it is stored */
    void produced(ServedTopic topic, Produced batch, Throwable failure) {
        if (failure != null) {
            total.publishesRefused.increment();
            return;
        }
        total.produced(batch);
        topic.counters().produced(batch);
    }

    void fetched(ServedTopic topic, FetchedRecords fetched) {
        total.fetched(fetched.records().size(), fetched.sizeBytes());
        topic.counters().fetched(fetched.records().size(), fetched.sizeBytes());
    }

    void sent(TopicRef topic, long messages, long sizeBytes) {
        sent(catalog.topic(topic.name()).filter(found -> topic.means(found.metadata())), messages, sizeBytes);
    }

    void sent(UUID topicId, long messages, long sizeBytes) {
        sent(catalog.topic(topicId), messages, sizeBytes);
    }

    private void sent(Optional<ServedTopic> topic, long messages, long sizeBytes) {
        total.fetched(messages, sizeBytes);
        topic.ifPresent(found -> found.counters().fetched(messages, sizeBytes));
    }

    /** Totals since start, of a topic or of the broker. Thread-safe. */
    static final class Counters {
        final LongAdder messagesIn = new LongAdder();
        final LongAdder bytesIn = new LongAdder();
        final LongAdder messagesOut = new LongAdder();
        final LongAdder bytesOut = new LongAdder();
        final LongAdder publishesRefused = new LongAdder();

        void stored(int messages, long sizeBytes) {
            messagesIn.add(messages);
            bytesIn.add(sizeBytes);
        }

        /** A repetition stores nothing. */
        void produced(Produced batch) {
            if (batch.duplicate()) return;
            stored((int) (batch.where().nextOffset() - batch.where().baseOffset()), batch.payloadBytes());
        }

        void fetched(long messages, long sizeBytes) {
            messagesOut.add(messages);
            bytesOut.add(sizeBytes);
        }

        TopicTraffic of(TopicMetadata topic) {
            return new TopicTraffic(topic.name(), topic.id(), messagesIn.sum(), bytesIn.sum(), messagesOut.sum(),
                bytesOut.sum());
        }
    }
}
