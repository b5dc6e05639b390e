package org.partita.bench.rows;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

import org.partita.bench.rows.Comparison.Rounds;

/** {@code ROW... [--dir DIRECTORY] [--rounds N]}: measures rows and prints {@code row partita peer ratio unit}. */
public final class Main {
    private static final int WARMUPS = 2;

    private Main() {
    }

    public static void main(String[] arguments) throws IOException {
        List<Row> rows = new ArrayList<>();
        Path directory = Path.of("target", "bench");
        int rounds = 5;
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(arguments));
        while (!rest.isEmpty()) {
            String next = rest.remove();
            switch (next) {
                case "--dir" -> directory = Path.of(rest.remove());
                case "--rounds" -> rounds = Integer.parseInt(rest.remove());
                default -> rows.add(Row.valueOf(next));
            }
        }
        measure(rows, directory, new Rounds(WARMUPS, rounds), System.out);
    }

    private static void measure(List<Row> rows, Path directory, Rounds rounds, PrintStream out) throws IOException {
        Files.createDirectories(directory);
        out.printf("# row\tpartita\tpeer\tratio\tunit; medians of %d rounds after %d warm-up rounds%n",
            rounds.measured(), rounds.warmups());
        for (Row row : rows) row.measure(directory, Volume.FULL, rounds, out);
    }
}
