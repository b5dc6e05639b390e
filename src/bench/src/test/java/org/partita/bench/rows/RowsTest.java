package org.partita.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.bench.comparison.Comparison.Rounds;
import org.partita.bench.comparison.Run;
import org.partita.bench.comparison.Run.Programs;
import org.partita.bench.comparison.Volume;
import org.partita.bench.comparison.Volume.OfLog;
import org.partita.bench.comparison.Volume.Readers;

/** Rows run, check their own work and print what they promise; nothing is timed. */
class RowsTest {
    private static final Volume SMALL = new Volume(new OfLog(3 << 20, 5 << 20, 5, 100), 20, 2_000,
        Duration.ofMillis(200), new Readers(3, 2, 1), 10);

    @TempDir
    private Path directory;

    @Test
    void everyRowPrintsItsFiguresAndLeavesNoFiles() throws IOException {
        List<String> lines = measure("L1", "L2");

        assertThat(lines).allMatch(line -> line.matches("L[12]\\.[a-z0-9-]+(\t[0-9.]+){3}\t.+"));
        assertThat(lines).extracting(line -> line.split("\t")[0]).containsExactly(
            "L1.append-async-16k", "L1.append-async-16k-cpu", "L1.append-async-1m", "L1.append-async-1m-cpu",
            "L1.commit-16k-p50", "L1.commit-16k-p99", "L1.commit-1m-p50", "L1.commit-1m-p99",
            "L1.read-16k", "L1.read-16k-cpu", "L1.read-verified-16k", "L1.read-verified-16k-cpu",
            "L1.read-1m", "L1.read-1m-cpu", "L1.read-verified-1m", "L1.read-verified-1m-cpu", "L2.recover-1k",
            "L2.recover-1k-cpu", "L2.recover-16k", "L2.recover-16k-cpu",
            "L2.recover-1m", "L2.recover-1m-cpu");
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void rowsOverHttpCompareABrokerWithItsServer() throws IOException {
        List<String> lines = measure("H1.8", "H3", "R1");

        assertThat(lines).allMatch(line -> line.matches("(H[13]|R1)[a-z0-9.-]*(\t[0-9.]+){3}\t.+"));
        assertThat(lines).extracting(line -> line.split("\t")[0])
            .containsExactly("H1.8", "H1.8-cpu", "H3-p50", "H3-p99", "H3-p999", "R1-p50", "R1-p99",
                "R1-p999", "R1-rss");
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void batchesArriveOnBothSides() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Run run = run(out, new Rounds(0, 1), "H2");
        long messages = 2L * run.volume().messages();

        try (BatchRow batches = BatchRow.start(run.programs(), directory)) {
            batches.measure(run);

            assertThat(batches.storedByPartita()).isEqualTo(messages);
            assertThat(batches.storedByKafka()).isEqualTo(messages);
        }

        List<String> lines = figures(out);
        assertThat(lines).allMatch(line -> line.matches("H2\\.[a-z-]+(\t[0-9.]+){3}\t.+"));
        assertThat(lines).extracting(line -> line.split("\t")[0])
            .containsExactly("H2.json", "H2.json-cpu", "H2.ndjson", "H2.ndjson-cpu");
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void oneRowOfAGroupIsMeasuredAlone() throws IOException {
        assertThat(measure("L1.commit-16k")).extracting(line -> line.split("\t")[0])
            .containsExactly("L1.commit-16k-p50", "L1.commit-16k-p99");
    }

    @Test
    void unknownRowIsRefused() {
        assertThatThrownBy(() -> measure("L9")).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("L9");
    }

    private List<String> measure(String... rows) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Row.measureAll(run(out, new Rounds(0, 1), rows));
        return figures(out);
    }

    private static List<String> figures(ByteArrayOutputStream out) {
        return out.toString(StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#")).toList();
    }

    private Run run(ByteArrayOutputStream out, Rounds rounds, String... rows) {
        Programs programs = new Programs(Path.of(System.getProperty("partita.distribution")),
            Path.of(System.getProperty("partita.kafka")));
        return new Run(List.of(rows), directory, programs, SMALL, rounds, () -> { },
            new PrintStream(out, true, StandardCharsets.UTF_8));
    }
}
