package org.partita.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The directory of the servers of a row. */
public final class ServerFiles {
    private ServerFiles() {
    }

    public static Path make(Path parent) throws IOException {
        return Files.createTempDirectory(parent, "servers");
    }

    public static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(ServerFiles::deleteOne);
        }
    }

    private static void deleteOne(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
