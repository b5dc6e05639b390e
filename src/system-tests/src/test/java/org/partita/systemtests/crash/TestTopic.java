package org.partita.systemtests.crash;

import java.util.Map;
import org.partita.core.broker.NewTopic;

/** The topics of a crashing broker. Segments are small, so that rolls, indexes and state files are frequent. */
enum TestTopic {
    ORDERS(4, true, Map.of("segment.bytes", "65536", "idempotency.window.ms", "86400000")),
    /** Forgets keys at once, so that a start does not read what it need not read. */
    INVOICES(3, false, Map.of("segment.bytes", "4096", "idempotency.window.ms", "1000")),
    CLICKS(3, true, Map.of("segment.bytes", "16384", "flush", "async", "idempotency.window.ms", "86400000")),
    /** Begins with batches that a producer compressed. */
    ARCHIVE(2, false, Map.of("segment.bytes", "65536", "idempotency.window.ms", "1000"));

    private final int partitions;
    private final boolean remembersKeys;
    private final Map<String, String> config;

    TestTopic(int partitions, boolean remembersKeys, Map<String, String> config) {
        this.partitions = partitions;
        this.remembersKeys = remembersKeys;
        this.config = config;
    }

    String topic() {
        return name().toLowerCase();
    }

    int partitions() {
        return partitions;
    }

    /** Whether a request with a key may be repeated long after, also where time passes much faster. */
    boolean remembersKeys() {
        return remembersKeys;
    }

    NewTopic wish() {
        return new NewTopic(topic(), partitions, NewTopic.DEFAULT, config);
    }

    /** One partition of one of these topics. */
    record Slot(TestTopic topic, int partition) implements Comparable<Slot> {
        static Slot parse(String text) {
            int dash = text.lastIndexOf('-');
            return new Slot(valueOf(text.substring(0, dash).toUpperCase()), Integer.parseInt(text.substring(dash + 1)));
        }

        @Override
        public int compareTo(Slot other) {
            int byTopic = topic.compareTo(other.topic);
            return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
        }

        @Override
        public String toString() {
            return topic.topic() + "-" + partition;
        }
    }
}
