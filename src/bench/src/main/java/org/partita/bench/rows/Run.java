package org.partita.bench.rows;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

import org.partita.bench.rows.Comparison.Rounds;

/**
 * What one call measures.
 *
 * @param rows names of rows, or how they begin
 * @param directory where files are made; they are deleted again
 * @param programs for rows that measure a broker
 * @param settling done before each run that is measured
 */
record Run(List<String> rows, Path directory, Programs programs, Volume volume, Rounds rounds, Settling settling,
           PrintStream out) {
    Run {
        rows = List.copyOf(rows);
        for (String row : rows) {
            if (Row.matching(row).isEmpty()) throw new IllegalArgumentException("row " + row + " is not known");
        }
    }

    void measure() throws IOException {
        for (Row row : Row.values()) {
            if (wants(row.name())) row.measure(this);
        }
    }

    /** Whether a row of this name, or one whose name begins so, is to be measured. */
    boolean wants(String name) {
        return rows.stream().anyMatch(wanted -> name.startsWith(wanted) || wanted.startsWith(name + "."));
    }

    /**
     * Where servers are started from.
     *
     * @param distribution of Partita, unpacked
     * @param kafka a directory with the jars of Kafka's broker
     */
    record Programs(Path distribution, Path kafka) {
    }

    /** Waits until nothing of the run before is left to do. */
    @FunctionalInterface
    interface Settling {
        void await() throws IOException;
    }
}
