package org.partita.cli.broker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Removes what killed brokers left among the temporary files. */
final class Leftovers {
    /** Younger ones may belong to a broker that is about to lock its directory. */
    private static final Duration AGE = Duration.ofDays(1);

    private Leftovers() {
    }

    /**
     * Removes the run directories of brokers that are gone for long. What cannot be removed stays: it may be another
     * user's, and no start depends on it.
     *
     * @param names pattern of the names of run directories
     */
    static void sweep(Path temporary, String names) throws IOException {
        List<Path> directories;
        try (Stream<Path> content = Files.list(temporary)) {
            directories = content.filter(path -> path.getFileName().toString().matches(names))
                    .filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)).toList();
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
        List<Path> content;
        try (Stream<Path> walk = Files.walk(directory)) {
            content = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path entry : content) {
            if (!entry.equals(directory) && !entry.equals(lock(directory))) Files.deleteIfExists(entry);
        }
    }

    private static void removeIfAbandoned(Path directory) throws IOException {
        Path lock = lock(directory);
        if (Files.getLastModifiedTime(lock).toInstant().isAfter(Instant.now().minus(AGE))) return;
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock held = channel.tryLock()) {
            if (held == null) return;
            clear(directory);
            Files.deleteIfExists(lock);
        }
        Files.deleteIfExists(directory);
    }

    private static Path lock(Path directory) {
        return directory.resolve(RunDirectory.LOCK);
    }
}
