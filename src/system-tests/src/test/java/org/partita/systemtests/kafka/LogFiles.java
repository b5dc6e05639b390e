package org.partita.systemtests.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files of logs below a directory, in the order of their names. */
final class LogFiles {
    private LogFiles() {
    }

    /** @param suffix of the names, for example {@code .index} */
    static List<Path> below(Path directory, String suffix) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(suffix)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
