package org.partita.bench.kafka;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.partita.bench.record.SampleBatches;
import org.partita.bench.record.SampleMessage;

/** The same messages again and again through Kafka's Java client, as fast as it takes them. */
public final class KafkaLoad {
    private static final int DISTINCT = 64;

    private final String bootstrapServers;
    private final ProducerSettings settings;
    private final String topic;
    private final List<ProducerRecord<byte[], byte[]>> records;

    private KafkaLoad(String bootstrapServers, ProducerSettings settings, String topic,
                      List<ProducerRecord<byte[], byte[]>> records) {
        this.bootstrapServers = bootstrapServers;
        this.settings = settings;
        this.topic = topic;
        this.records = records;
    }

    /** Messages as a shop sends them, with keys. @param messages sent in this order */
    public static KafkaLoad ofMessages(String bootstrapServers, ProducerSettings settings, String topic,
                                       List<SampleMessage> messages) {
        return new KafkaLoad(bootstrapServers, settings, topic, messages.stream()
            .map(each -> new ProducerRecord<>(topic, bytes(each.key()), bytes(each.payload()))).toList());
    }

    /** Values that do not compress, without keys: the client chooses the partition. */
    public static KafkaLoad ofValues(String bootstrapServers, ProducerSettings settings, String topic) {
        return new KafkaLoad(bootstrapServers, settings, topic, SampleBatches.values(DISTINCT, 0)
            .map(value -> new ProducerRecord<byte[], byte[]>(topic, value)).toList());
    }

    /**
     * Sends one message after the other and waits until all are acknowledged. Connecting is not part of the time.
     *
     * @return how long it took
     * @throws IOException if one of them was refused
     */
    public long nanos(int count) throws IOException {
        Refusals refusals = new Refusals();
        try (KafkaProducer<byte[], byte[]> producer = settings.connect(bootstrapServers)) {
            producer.partitionsFor(topic);
            long startNanos = System.nanoTime();
            for (int i = 0; i < count; i++) {
                producer.send(records.get(i % records.size()), (place, failure) -> refusals.add(failure));
            }
            producer.flush();
            long nanos = System.nanoTime() - startNanos;
            refusals.requireNone();
            return nanos;
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
