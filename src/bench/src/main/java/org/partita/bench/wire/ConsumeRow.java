package org.partita.bench.wire;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.HdrHistogram.Histogram;
import org.partita.bench.comparison.Comparison;
import org.partita.bench.comparison.Comparison.Figure;
import org.partita.bench.comparison.Latency;
import org.partita.bench.comparison.MessageRate;
import org.partita.bench.kafka.KafkaLoad;
import org.partita.bench.kafka.PacedLoad;
import org.partita.bench.kafka.ProducerSettings;
import org.partita.bench.kafka.ProtocolBroker;
import org.partita.bench.kafka.TopicReader;

/** W4: one consumer that reads a topic from its beginning, alone and while a producer writes to it. */
final class ConsumeRow {
    private static final String TOPIC = BrokerPair.READ;
    private static final ProducerSettings FILLING = new ProducerSettings(true, 16 << 10);
    private static final int PRODUCED_PER_SECOND = 20_000;

    private final int messages;

    private ConsumeRow(int messages) {
        this.messages = messages;
    }

    /** Writes what is to be read. */
    static ConsumeRow fill(BrokerPair pair, int messages) throws IOException {
        pair.prepare(broker -> KafkaLoad.ofValues(broker.bootstrapServers(), FILLING, TOPIC).nanos(messages));
        return new ConsumeRow(messages);
    }

    Comparison cached(String row, BrokerPair pair) {
        return pair.comparison(row, MessageRate.FIGURES, broker -> {
            long cpuNanos = broker.processorTime().toNanos();
            double messagesPerSecond = messages / (readNanos(broker) / 1e9);
            return new double[] {messagesPerSecond, (broker.processorTime().toNanos() - cpuNanos) / 1e3 / messages};
        });
    }

    Comparison whileProducing(String row, BrokerPair pair) {
        return pair.comparison(row, List.of(new Figure("", "messages/s, more is better"),
            new Figure("-ack-p99", "ms of the producer, less is better")), this::readBesideProducer);
    }

    private double[] readBesideProducer(ProtocolBroker broker) throws IOException {
        AtomicBoolean goOn = new AtomicBoolean(true);
        try (PacedLoad load = PacedLoad.open(broker.bootstrapServers(), FILLING, TOPIC);
             Meanwhile<Histogram> acknowledged = new Meanwhile<>(() -> {
                 load.nanos(PRODUCED_PER_SECOND, i -> goOn.get());
                 return load.latencies();
             })) {
            double messagesPerSecond;
            try {
                messagesPerSecond = messages / (readNanos(broker) / 1e9);
            } finally {
                goOn.set(false);
            }
            return new double[] {messagesPerSecond, Latency.millis(acknowledged.result(), 99)};
        }
    }

    private long readNanos(ProtocolBroker broker) throws IOException {
        try (TopicReader reader = TopicReader.atBeginning(broker.bootstrapServers(), TOPIC)) {
            long startNanos = System.nanoTime();
            reader.read(messages, value -> { });
            return System.nanoTime() - startNanos;
        }
    }
}
