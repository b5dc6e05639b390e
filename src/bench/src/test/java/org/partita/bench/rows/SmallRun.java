package org.partita.bench.rows;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.partita.bench.comparison.Comparison.Rounds;
import org.partita.bench.comparison.Run;
import org.partita.bench.comparison.Run.Programs;
import org.partita.bench.comparison.Volume;
import org.partita.bench.comparison.Volume.OfLog;
import org.partita.bench.comparison.Volume.Readers;

/** One round of rows that do next to nothing. */
final class SmallRun {
    private static final Volume VOLUME = new Volume(new OfLog(3 << 20, 5 << 20, 5, 100), 20, 2_000, 1_000,
        Duration.ofMillis(200), new Readers(3, 2, 1), 10);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Run run;

    SmallRun(Path directory, String... rows) {
        Programs programs = new Programs(Path.of(System.getProperty("partita.distribution")),
            Path.of(System.getProperty("partita.kafka")));
        run = new Run(List.of(rows), directory, programs, VOLUME, new Rounds(0, 1), () -> { },
            new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    Run run() {
        return run;
    }

    /** The lines that have figures. */
    List<String> figures() {
        return out.toString(StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#")).toList();
    }
}
