package org.partita.cli.broker;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Removes what killed brokers left among the temporary files. */
final class Leftovers {
    private Leftovers() {
    }

    /**
     * Removes the run directories nobody has locked. What cannot be removed stays: it may be another user's, and
     * no start depends on it.
     *
     * @param names pattern of the names of run directories
     * @param own the one this process has locked, which must not be looked at
     */
    static void sweep(Path temporary, String names, Path own) throws IOException {
        List<Path> directories;
        try (Stream<Path> content = Files.list(temporary)) {
            directories = content.filter(path -> path.getFileName().toString().matches(names))
                    .filter(path -> !path.equals(own) && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)).toList();
        }
        for (Path directory : directories) {
            try {
                removeIfAbandoned(directory);
            } catch (IOException e) {
                // Another user's, or removed by another start at the same time.
                continue;
            }
        }
    }

    /** Removes everything in a run directory but its lock; links are removed, not followed. */
    static void clear(Path directory) throws IOException {
        Set<Path> kept = Set.of(directory, RunDirectoryLock.file(directory));
        List<Path> content;
        try (Stream<Path> walk = Files.walk(directory)) {
            content = walk.sorted(Comparator.reverseOrder()).filter(path -> !kept.contains(path)).toList();
        }
        for (Path entry : content) {
            Files.deleteIfExists(entry);
        }
    }

    /** Removes the lock file and then the directory of which nothing else is left. */
    static void removeEmpty(Path directory) throws IOException {
        Files.deleteIfExists(RunDirectoryLock.file(directory));
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException e) {
            // The next owner has come already.
            return;
        }
    }

    private static void removeIfAbandoned(Path directory) throws IOException {
        // Without the file it is being made or removed by its owner.
        if (!Files.exists(RunDirectoryLock.file(directory))) return;
        Optional<RunDirectoryLock> lock = RunDirectoryLock.tryTake(directory);
        if (lock.isEmpty()) return;
        try (RunDirectoryLock held = lock.get()) {
            clear(held.directory());
            removeEmpty(held.directory());
        }
    }
}
