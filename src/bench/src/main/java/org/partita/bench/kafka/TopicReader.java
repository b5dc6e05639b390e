package org.partita.bench.kafka;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Kafka's Java client as a reader of all partitions of a topic, without a group. Settings are those of Kafka's own
 * consumer-perf-test: checksums are not looked at, all else is what the client does without being told; but socket
 * buffers are left to the system. One thread at a time.
 */
public final class TopicReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;

    private TopicReader(String topic, KafkaConsumer<byte[], byte[]> consumer) {
        this.topic = topic;
        this.consumer = consumer;
        consumer.assign(consumer.partitionsFor(topic).stream()
            .map(each -> new TopicPartition(topic, each.partition())).toList());
    }

    /** Stands before the first message there is. */
    public static TopicReader atBeginning(String bootstrapServers, String topic) {
        TopicReader reader = new TopicReader(topic, connect(bootstrapServers));
        reader.consumer.seekToBeginning(List.of());
        return reader.positioned();
    }

    /** Stands behind all that are there now. */
    public static TopicReader atEnd(String bootstrapServers, String topic) {
        TopicReader reader = new TopicReader(topic, connect(bootstrapServers));
        reader.consumer.seekToEnd(List.of());
        return reader.positioned();
    }

    private static KafkaConsumer<byte[], byte[]> connect(String bootstrapServers) {
        Map<String, Object> settings = Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none",
            ConsumerConfig.CHECK_CRCS_CONFIG, false,
            ConsumerConfig.SEND_BUFFER_CONFIG, -1,
            ConsumerConfig.RECEIVE_BUFFER_CONFIG, -1);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** The client asks where it is to stand only when it has to know. */
    private TopicReader positioned() {
        consumer.assignment().forEach(consumer::position);
        return this;
    }

    /**
     * Reads on until so many messages have come, and perhaps a few more.
     *
     * @param value gets the value of each
     * @throws IOException if none comes for half a minute
     */
    public void read(long count, Consumer<byte[]> value) throws IOException {
        long left = count;
        long lastNanos = System.nanoTime();
        while (left > 0) {
            ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
            polled.forEach(each -> value.accept(each.value()));
            left -= polled.count();
            if (!polled.isEmpty()) lastNanos = System.nanoTime();
            if (System.nanoTime() - lastNanos > PATIENCE_NANOS) {
                throw new IOException(topic + ": " + (count - left) + " messages came, " + count + " expected");
            }
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
