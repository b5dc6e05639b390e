package org.partita.bench.wire;

import java.io.IOException;
import java.util.List;

import org.HdrHistogram.Histogram;
import org.partita.bench.comparison.Comparison;
import org.partita.bench.comparison.Comparison.Figure;
import org.partita.bench.comparison.Latency;
import org.partita.bench.comparison.MessageRate;
import org.partita.bench.kafka.PacedLoad;
import org.partita.bench.kafka.ProducerSettings;
import org.partita.bench.kafka.ProtocolBroker;
import org.partita.bench.kafka.TopicReader;

/**
 * One idempotent producer at a fixed rate and one consumer: how long from when a message was due until it was
 * acknowledged, and until it was read.
 */
final class LatencyRow {
    private static final List<Figure> FIGURES = List.of(new Figure("-ack-p50", "ms, less is better"),
        new Figure("-ack-p99", "ms, less is better"), new Figure("-end-to-end-p50", "ms, less is better"),
        new Figure("-end-to-end-p99", "ms, less is better"),
        new Figure("-cpu", "broker CPU µs/message, less is better"));
    private static final int BATCH_BYTES = 16 << 10;
    private static final int SIGNIFICANT_DIGITS = 3;

    private final String topic;
    private final ProducerSettings settings;
    private final int perSecond;
    private final int messages;

    LatencyRow(String topic, int lingerMillis, int perSecond, int messages) {
        this.topic = topic;
        this.settings = new ProducerSettings(true, BATCH_BYTES, lingerMillis);
        this.perSecond = perSecond;
        this.messages = messages;
    }

    Comparison comparison(String row, BrokerPair pair) {
        return pair.comparison(row, FIGURES, this::figures);
    }

    private double[] figures(ProtocolBroker broker) throws IOException {
        try (PacedLoad load = PacedLoad.open(broker.bootstrapServers(), settings, topic);
             TopicReader reader = TopicReader.atEnd(broker.bootstrapServers(), topic);
             Meanwhile<Histogram> arrivals = new Meanwhile<>(() -> arrivals(reader))) {
            double[] rate = MessageRate.figures(messages, () -> load.nanos(perSecond, i -> i < messages),
                broker::processorTime, () -> broker.stored(topic));
            Histogram read = arrivals.result();
            return new double[] {Latency.millis(load.latencies(), 50), Latency.millis(load.latencies(), 99),
                Latency.millis(read, 50), Latency.millis(read, 99), rate[1]};
        }
    }

    private Histogram arrivals(TopicReader reader) throws IOException {
        Histogram nanos = new Histogram(SIGNIFICANT_DIGITS);
        reader.read(messages, value -> nanos.recordValue(System.nanoTime() - PacedLoad.dueNanos(value)));
        return nanos;
    }
}
