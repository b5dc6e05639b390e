package org.partita.store.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Descriptors of this process as Linux lists them. */
final class OpenDescriptors {
    private static final Path LIST = Path.of("/proc/self/fd");

    private OpenDescriptors() {
    }

    static boolean areListed() {
        return Files.isDirectory(LIST);
    }

    /** Paths below {@code root} that are open. */
    static List<Path> below(Path root) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(LIST)) {
            for (Path descriptor : descriptors.toList()) addTarget(descriptor, root, found);
        }
        return found;
    }

    private static void addTarget(Path descriptor, Path root, List<Path> found) throws IOException {
        try {
            Path target = Files.readSymbolicLink(descriptor);
            if (target.startsWith(root)) found.add(target);
        } catch (NoSuchFileException e) {
            // Closed since the list was read.
            return;
        }
    }
}
