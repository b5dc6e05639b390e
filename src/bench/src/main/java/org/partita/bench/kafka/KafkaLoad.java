package org.partita.bench.kafka;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.partita.bench.record.SampleMessage;

/**
 * The same messages again and again through Kafka's Java client, as fast as it takes them. Acknowledged by the leader,
 * not compressed.
 */
public final class KafkaLoad {
    private static final int BATCH_BYTES = 128 << 10;
    private static final int LINGER_MILLIS = 5;

    private final String bootstrapServers;
    private final String topic;
    private final List<SampleMessage> messages;

    /** @param messages sent in this order; a batch of the client holds about a hundred of 1 KiB */
    public KafkaLoad(String bootstrapServers, String topic, List<SampleMessage> messages) {
        this.bootstrapServers = bootstrapServers;
        this.topic = topic;
        this.messages = List.copyOf(messages);
    }

    /**
     * Sends one message after the other and waits until all are acknowledged. Connecting is not part of the time.
     *
     * @return how long it took
     * @throws IOException if one of them was refused
     */
    public long nanos(int count) throws IOException {
        byte[][] keys = bytes(SampleMessage::key);
        byte[][] values = bytes(SampleMessage::payload);
        AtomicReference<Exception> refused = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            producer.partitionsFor(topic);
            long startNanos = System.nanoTime();
            for (int i = 0; i < count; i++) {
                int at = i % keys.length;
                producer.send(new ProducerRecord<>(topic, keys[at], values[at]), (place, failure) -> {
                    if (failure != null) refused.compareAndSet(null, failure);
                });
            }
            producer.flush();
            long nanos = System.nanoTime() - startNanos;
            if (refused.get() != null) throw new IOException("a message was refused", refused.get());
            return nanos;
        }
    }

    private byte[][] bytes(Function<SampleMessage, String> part) {
        return messages.stream().map(part).map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    }

    private KafkaProducer<byte[], byte[]> producer() {
        Map<String, Object> settings = Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
            ProducerConfig.ACKS_CONFIG, "1",
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false,
            ProducerConfig.COMPRESSION_TYPE_CONFIG, "none",
            ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES,
            ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS,
            ProducerConfig.SEND_BUFFER_CONFIG, -1,
            ProducerConfig.RECEIVE_BUFFER_CONFIG, -1);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
