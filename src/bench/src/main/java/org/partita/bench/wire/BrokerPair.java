package org.partita.bench.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.partita.bench.comparison.Comparison;
import org.partita.bench.comparison.Comparison.Figure;
import org.partita.bench.comparison.Run;
import org.partita.bench.kafka.KafkaProcess;
import org.partita.bench.kafka.PartitaBroker;
import org.partita.bench.kafka.ProtocolBroker;
import org.partita.bench.kafka.TopicPlan;
import org.partita.bench.process.ServerFiles;

/** A broker of Partita and one of Kafka, each alone in its cluster, with the same topics. Closing it stops both. */
public final class BrokerPair implements AutoCloseable {
    /** Acknowledged when it is in the system's memory. */
    static final String ASYNC = "async";
    /** Acknowledged when it is on disk. */
    static final String FORCED = "forced";
    /** Keeps what is written, to be read from its beginning. */
    static final String READ = "read";

    private static final int PARTITIONS = 12;
    private static final int SEGMENT_BYTES = 128 << 20;
    private static final List<TopicPlan> TOPICS = List.of(
        new TopicPlan(ASYNC, PARTITIONS, false, SEGMENT_BYTES, SEGMENT_BYTES),
        new TopicPlan(FORCED, PARTITIONS, true, SEGMENT_BYTES, SEGMENT_BYTES),
        new TopicPlan(READ, PARTITIONS, false, SEGMENT_BYTES, 6L * SEGMENT_BYTES));

    private final Path directory;
    private final PartitaBroker partita;
    private final ProtocolBroker kafka;

    private BrokerPair(Path directory, PartitaBroker partita, ProtocolBroker kafka) {
        this.directory = directory;
        this.partita = partita;
        this.kafka = kafka;
    }

    public static BrokerPair start(Run run) throws IOException {
        Path directory = ServerFiles.make(run.directory());
        try {
            PartitaBroker partita = withTopics(PartitaBroker.start(run.programs().distribution(),
                Files.createDirectory(directory.resolve("partita"))));
            try {
                return new BrokerPair(directory, partita, withTopics(KafkaProcess.start(run.programs().kafka(),
                    Files.createDirectory(directory.resolve("kafka")))));
            } catch (IOException | RuntimeException | Error failed) {
                partita.close();
                throw failed;
            }
        } catch (IOException | RuntimeException | Error failed) {
            ServerFiles.delete(directory);
            throw failed;
        }
    }

    /** Measures rows on a pair of their own. */
    public static void alone(Run run, Rows rows) throws IOException {
        try (BrokerPair pair = start(run)) {
            rows.measure(pair, run);
        }
    }

    private static <B extends ProtocolBroker> B withTopics(B broker) throws IOException {
        try {
            for (TopicPlan each : TOPICS) broker.createTopic(each);
            return broker;
        } catch (IOException | RuntimeException | Error failed) {
            broker.close();
            throw failed;
        }
    }

    public PartitaBroker partita() {
        return partita;
    }

    Comparison comparison(String row, List<Figure> figures, Work work) {
        return new Comparison(row, figures, () -> work.on(partita), () -> work.on(kafka));
    }

    /** Does the same on both, not measured. */
    void prepare(Preparation preparation) throws IOException {
        preparation.on(partita);
        preparation.on(kafka);
    }

    @Override
    public void close() throws IOException {
        try (partita; kafka) {
            // Both, whatever becomes of the first.
        }
        ServerFiles.delete(directory);
    }

    /** Rows that take a pair of brokers. */
    @FunctionalInterface
    public interface Rows {
        void measure(BrokerPair pair, Run run) throws IOException;
    }

    /** The work of a side. */
    @FunctionalInterface
    interface Work {
        double[] on(ProtocolBroker broker) throws IOException;
    }

    /** What is done before. */
    @FunctionalInterface
    interface Preparation {
        void on(ProtocolBroker broker) throws IOException;
    }
}
