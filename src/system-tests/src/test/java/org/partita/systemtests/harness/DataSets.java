package org.partita.systemtests.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Real data: the npm package {@code vega-datasets}, unpacked where {@code PARTITA_DATASETS} says. Where it says nothing
 * and nothing is there, tests are skipped.
 */
public final class DataSets {
    private DataSets() {
    }

    /** The records of {@code movies.json}, each with the exact characters it has in the file. */
    public static List<JsonText> movies() {
        return JsonText.of(read("movies.json")).elements();
    }

    /** The lines of {@code github.csv}. */
    public static List<String> gitHubLines() {
        return read("github.csv").lines().toList();
    }

    private static String read(String name) {
        String promised = System.getenv("PARTITA_DATASETS");
        Path directory = Path.of(promised == null ? System.getProperty("partita.datasets", "") : promised);
        Path file = directory.resolve("data").resolve(name).toAbsolutePath().normalize();
        assumeTrue(promised != null || Files.isRegularFile(file), "SKIPPED, no real data: " + file + " is missing."
            + " Unpack the npm package vega-datasets and say where in PARTITA_DATASETS (.ci/run does both).");
        try {
            return Files.readString(file, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
