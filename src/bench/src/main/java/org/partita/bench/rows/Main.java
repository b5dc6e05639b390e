package org.partita.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

import org.partita.bench.comparison.Comparison.Rounds;
import org.partita.bench.comparison.DiskSync;
import org.partita.bench.comparison.Run;
import org.partita.bench.comparison.Run.Programs;
import org.partita.bench.comparison.Volume;

/**
 * {@code ROW... [--dir DIRECTORY] [--distribution DIRECTORY] [--kafka DIRECTORY] [--rounds N]
 * [--warmups N]}: measures rows and
 * prints {@code row partita peer ratio unit}.
 */
public final class Main {
    private static final int DEFAULT_WARMUPS = 2;
    private static final int DEFAULT_ROUNDS = 5;

    private Main() {
    }

    public static void main(String[] arguments) throws IOException {
        List<String> rows = new ArrayList<>();
        Path directory = Path.of("target", "bench");
        Path distribution = Path.of("ear", "target", "partita");
        Path kafka = Path.of("src", "system-tests", "kafka", "target", "lib");
        int rounds = DEFAULT_ROUNDS;
        int warmups = DEFAULT_WARMUPS;
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(arguments));
        while (!rest.isEmpty()) {
            String next = rest.remove();
            switch (next) {
                case "--dir" -> directory = Path.of(rest.remove());
                case "--distribution" -> distribution = Path.of(rest.remove());
                case "--kafka" -> kafka = Path.of(rest.remove());
                case "--rounds" -> rounds = Integer.parseInt(rest.remove());
                case "--warmups" -> warmups = Integer.parseInt(rest.remove());
                default -> rows.add(next);
            }
        }
        Files.createDirectories(directory);
        Run run = new Run(rows, directory, new Programs(distribution, kafka), Volume.FULL, new Rounds(warmups, rounds),
            DiskSync::run, System.out);
        System.out.printf("# row\tpartita\tpeer\tratio\tunit; medians of %d rounds after %d for warming up%n", rounds,
            warmups);
        Row.measureAll(run);
    }
}
