package org.partita.bench.wire;

import java.io.IOException;

import org.partita.bench.comparison.Comparison;
import org.partita.bench.comparison.MessageRate;
import org.partita.bench.kafka.KafkaLoad;
import org.partita.bench.kafka.ProducerSettings;
import org.partita.bench.kafka.ProtocolBroker;

/** One idempotent producer that sends as fast as it is let. */
final class SaturationRow {
    private final String topic;
    private final ProducerSettings settings;
    private final int messages;

    SaturationRow(String topic, int batchBytes, int messages) {
        this.topic = topic;
        this.settings = new ProducerSettings(true, batchBytes);
        this.messages = messages;
    }

    Comparison comparison(String row, BrokerPair pair) {
        return pair.comparison(row, MessageRate.FIGURES, this::figures);
    }

    double[] figures(ProtocolBroker broker) throws IOException {
        KafkaLoad load = KafkaLoad.ofValues(broker.bootstrapServers(), settings, topic);
        return MessageRate.figures(messages, () -> load.nanos(messages), broker::processorTime,
            () -> broker.stored(topic));
    }
}
