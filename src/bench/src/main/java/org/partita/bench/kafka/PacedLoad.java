package org.partita.bench.kafka;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntPredicate;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.partita.bench.comparison.Schedule;
import org.partita.bench.record.SampleBatches;

/**
 * Messages through Kafka's Java client at a fixed rate, whatever became of those before. Each says when it was due, for
 * {@link #dueNanos}. Closing it disconnects.
 */
public final class PacedLoad implements AutoCloseable {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final int DISTINCT = 64;

    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;
    private final List<byte[]> values = SampleBatches.values(DISTINCT, 0).toList();
    private final Histogram latencies = new ConcurrentHistogram(SIGNIFICANT_DIGITS);
    private final Refusals refusals = new Refusals();

    private PacedLoad(String topic, KafkaProducer<byte[], byte[]> producer) {
        this.topic = topic;
        this.producer = producer;
    }

    /** Connects, and sends one message that is not measured: the first one waits for an id of the producer. */
    public static PacedLoad open(String bootstrapServers, ProducerSettings settings, String topic) throws IOException {
        PacedLoad load = new PacedLoad(topic, settings.connect(bootstrapServers));
        try {
            load.producer.send(new ProducerRecord<>(topic, load.values.get(0)),
                (place, failure) -> load.refusals.add(failure));
            load.producer.flush();
            load.refusals.requireNone();
            return load;
        } catch (IOException | RuntimeException failed) {
            load.close();
            throw failed;
        }
    }

    /**
     * Sends as long as that is wanted, and waits until all are acknowledged.
     *
     * @param goOn whether this one, counted from 0, is sent
     * @return how long it took
     * @throws IOException if one of them was refused
     */
    public long nanos(int perSecond, IntPredicate goOn) throws IOException {
        long startNanos = System.nanoTime();
        Schedule schedule = new Schedule(perSecond);
        for (int i = 0; goOn.test(i); i++) {
            long dueNanos = schedule.await(i);
            byte[] value = values.get(i % values.size()).clone();
            ByteBuffer.wrap(value).putLong(dueNanos);
            producer.send(new ProducerRecord<>(topic, value), (place, failure) -> {
                latencies.recordValue(System.nanoTime() - dueNanos);
                refusals.add(failure);
            });
        }
        producer.flush();
        long nanos = System.nanoTime() - startNanos;
        refusals.requireNone();
        return nanos;
    }

    /** Nanoseconds from when a message was due until it was acknowledged. */
    public Histogram latencies() {
        return latencies;
    }

    /** When a message with this value was due, as of {@link System#nanoTime} in this process. */
    public static long dueNanos(byte[] value) {
        return ByteBuffer.wrap(value).getLong();
    }

    @Override
    public void close() {
        producer.close();
    }
}
