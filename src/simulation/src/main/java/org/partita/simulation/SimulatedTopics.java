package org.partita.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

import org.partita.core.broker.NewTopic;
import org.partita.simulation.invariant.PartitionKey;

/** The topics of a run: some that stay, whose messages are followed, and some that come and go. */
final class SimulatedTopics {
    static final String PASSING = "passing-";
    static final int SMALL_SEGMENT_BYTES = 4096;
    private static final int SHORT_WINDOW_MILLIS = 8_000;
    private static final int DEFAULT_WINDOW_MILLIS = 600_000;

    private final boolean trustUnforced;

    /** @param trustUnforced expects of topics with background flush what only the others promise */
    SimulatedTopics(boolean trustUnforced) {
        this.trustUnforced = trustUnforced;
    }

    List<NewTopic> toCreate() {
        return List.of(
            new NewTopic("orders", 2, NewTopic.DEFAULT, Map.of("segment.bytes",
                "" + SMALL_SEGMENT_BYTES, "segment.ms", "15000", "retention.ms", "-1")),
            new NewTopic("ledger", 1, NewTopic.DEFAULT, Map.of("max.message.bytes", "4000",
                "retention.ms", "-1", "idempotency.window.ms", "" + SHORT_WINDOW_MILLIS,
                "message.timestamp.type", "LogAppendTime")),
            new NewTopic("events", 2, NewTopic.DEFAULT,
                Map.of("flush", "async", "segment.bytes", "" + 2 * SMALL_SEGMENT_BYTES, "retention.ms", "-1",
                    "compression.type", "gzip")));
    }

    int partitions(String topic) {
        return topic.equals("ledger") ? 1 : 2;
    }

    long windowMillis(String topic) {
        return topic.equals("ledger") ? SHORT_WINDOW_MILLIS : DEFAULT_WINDOW_MILLIS;
    }

    List<PartitionKey> partitions() {
        List<PartitionKey> all = new ArrayList<>();
        for (NewTopic topic : toCreate()) {
            boolean durable = trustUnforced || !topic.config().containsKey("flush");
            for (int i = 0; i < partitions(topic.name()); i++) all.add(new PartitionKey(topic.name(), i, durable));
        }
        return all;
    }

    PartitionKey anyPartition(RandomGenerator random) {
        List<PartitionKey> all = partitions();
        return all.get(random.nextInt(all.size()));
    }
}
