package org.partita.bench.wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.partita.bench.comparison.Comparison;
import org.partita.bench.comparison.Comparison.Figure;
import org.partita.bench.comparison.MessageRate;
import org.partita.bench.comparison.Run;
import org.partita.bench.kafka.IdleConnections;
import org.partita.bench.kafka.ProtocolBroker;

/** W5: one fast producer beside many connections that are idle, and the memory of the broker after each run. */
final class IdleRow {
    private static final int BATCH_BYTES = 16 << 10;
    private static final double BYTES_PER_MIB = 1 << 20;

    private final SaturationRow producer;
    private final int connections;

    IdleRow(Run run) {
        producer = new SaturationRow(BrokerPair.ASYNC, BATCH_BYTES, run.volume().messages());
        connections = run.volume().idleConnections();
    }

    Comparison comparison(String row, BrokerPair pair) {
        List<Figure> figures = new ArrayList<>(MessageRate.FIGURES);
        figures.add(new Figure("-rss", "MiB of the broker, less is better"));
        return pair.comparison(row, figures, this::figures);
    }

    private double[] figures(ProtocolBroker broker) throws IOException {
        try (IdleConnections idle = IdleConnections.open(broker.bootstrapServers(), connections)) {
            double[] rate = producer.figures(broker);
            double[] all = Arrays.copyOf(rate, rate.length + 1);
            all[rate.length] = broker.residentBytes() / BYTES_PER_MIB;
            idle.requireAllServed();
            return all;
        }
    }
}
