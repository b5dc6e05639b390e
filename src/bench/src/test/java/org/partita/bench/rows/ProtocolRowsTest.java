package org.partita.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.bench.wire.BrokerPair;
import org.partita.bench.wire.WireRows;

/** Rows with Kafka's client, on one pair of brokers for all: they take long to start. Nothing is timed. */
class ProtocolRowsTest {
    private static final String[] LATENCIES =
        {"-ack-p50", "-ack-p99", "-end-to-end-p50", "-end-to-end-p99", "-cpu"};

    @TempDir
    private static Path directory;

    private static BrokerPair pair;

    @BeforeAll
    static void startBrokers() throws IOException {
        pair = BrokerPair.start(new SmallRun(directory).run());
    }

    @AfterAll
    static void noFilesAreLeft() throws IOException {
        pair.close();

        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void batchesArriveOnBothWays() throws IOException {
        SmallRun small = new SmallRun(directory, "H2");
        BatchRow batches = new BatchRow(pair.partita());

        batches.measure(small.run());

        assertThat(batches.stored()).isEqualTo(4L * small.run().volume().messages());
        assertThat(small.figures()).allMatch(line -> line.matches("H2\\.[a-z-]+(\t[0-9.]+){3}\t.+"));
        assertThat(small.figures()).extracting(line -> line.split("\t")[0])
            .containsExactly("H2.json", "H2.json-cpu", "H2.ndjson", "H2.ndjson-cpu");
    }

    @Test
    void producersAndConsumersAreComparedOnTwoBrokers() throws IOException {
        SmallRun small = new SmallRun(directory, "W1", "W2", "W3", "W4", "W5");

        WireRows.w1(pair, small.run());
        WireRows.w2(pair, small.run());
        WireRows.w3(pair, small.run());
        WireRows.w4(pair, small.run());
        WireRows.w5(pair, small.run());

        List<String> lines = small.figures();
        assertThat(lines).allMatch(line -> line.matches("W[1-5][a-z0-9.-]*(\t[0-9.]+){3}\t.+"));
        assertThat(lines).extracting(line -> line.split("\t")[0]).containsExactlyElementsOf(names());
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        add(names, List.of("W1.16k", "W1.256k"), "", "-cpu");
        add(names, List.of("W2.at-2k", "W2.at-2k-at-once", "W2.at-20k", "W2.at-20k-at-once"), LATENCIES);
        add(names, List.of("W3.16k", "W3.256k"), "", "-cpu");
        add(names, List.of("W3.at-2k", "W3.at-2k-at-once", "W3.at-20k", "W3.at-20k-at-once"), LATENCIES);
        add(names, List.of("W4.cached"), "", "-cpu");
        add(names, List.of("W4.catch-up"), "", "-ack-p99");
        add(names, List.of("W5"), "", "-cpu", "-rss");
        return names;
    }

    private static void add(List<String> names, List<String> rows, String... suffixes) {
        for (String row : rows) for (String suffix : suffixes) names.add(row + suffix);
    }
}
