package org.partita.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows run, check their own work and print what they promise; nothing is timed. */
class RowsTest {
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
        SmallRun small = new SmallRun(directory, rows);
        Row.measureAll(small.run());
        return small.figures();
    }
}
