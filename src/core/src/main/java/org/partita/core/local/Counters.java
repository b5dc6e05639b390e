package org.partita.core.local;

import java.util.concurrent.atomic.LongAdder;

import org.partita.core.broker.TopicTraffic;
import org.partita.core.metadata.TopicMetadata;

/** Totals since start, of a topic or of the broker. Thread-safe. */
final class Counters {
    final LongAdder messagesIn = new LongAdder();
    final LongAdder bytesIn = new LongAdder();
    final LongAdder messagesOut = new LongAdder();
    final LongAdder bytesOut = new LongAdder();
    final LongAdder publishesRefused = new LongAdder();

    void stored(int messages, long sizeBytes) {
        messagesIn.add(messages);
        bytesIn.add(sizeBytes);
    }

    void fetched(int messages, long sizeBytes) {
        messagesOut.add(messages);
        bytesOut.add(sizeBytes);
    }

    TopicTraffic of(TopicMetadata topic) {
        return new TopicTraffic(topic.name(), topic.id(), messagesIn.sum(), bytesIn.sum(), messagesOut.sum(),
            bytesOut.sum());
    }
}
