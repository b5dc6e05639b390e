package org.partita.bench.comparison;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/**
 * What one call measures.
 *
 * @param rows names of rows, or how they begin
 * @param directory where files are made; they are deleted again
 * @param programs for rows that measure a broker
 * @param settling done before each run that is measured
 */
public record Run(List<String> rows, Path directory, Programs programs, Volume volume, Comparison.Rounds rounds,
                  Settling settling, PrintStream out) {
    public Run {
        rows = List.copyOf(rows);
    }

    /** Whether a row of this name, or one whose name begins so, is to be measured. */
    public boolean wants(String name) {
        return rows.stream().anyMatch(wanted -> name.startsWith(wanted) || wanted.startsWith(name + "."));
    }

    /**
     * Where servers are started from.
     *
     * @param distribution of Partita, unpacked
     * @param kafka a directory with the jars of Kafka's broker
     */
    public record Programs(Path distribution, Path kafka) {
    }

    /** Waits until nothing of the run before is left to do. */
    @FunctionalInterface
    public interface Settling {
        void await() throws IOException;
    }
}
