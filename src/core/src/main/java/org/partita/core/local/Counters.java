package org.partita.core.local;

import java.util.concurrent.atomic.LongAdder;

import org.partita.core.broker.TopicTraffic;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.produce.Produced;
import org.partita.core.replication.FetchedRecords;

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

    /** A repetition stores nothing. */
    void produced(Produced batch) {
        if (batch.duplicate()) return;
        stored((int) (batch.where().nextOffset() - batch.where().baseOffset()), batch.payloadBytes());
    }

    void fetched(FetchedRecords fetched) {
        messagesOut.add(fetched.records().size());
        bytesOut.add(fetched.sizeBytes());
    }

    TopicTraffic of(TopicMetadata topic) {
        return new TopicTraffic(topic.name(), topic.id(), messagesIn.sum(), bytesIn.sum(), messagesOut.sum(),
            bytesOut.sum());
    }
}
