package org.partita.cli.broker;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** Finds out early, and leaving nothing behind, that data directories cannot be used. The store has the last word. */
final class DataDirectoryCheck {
    /** Where it is, files were made before; then the disk may be full by now, which is no reason not to start. */
    private static final String IDENTITY = "meta.properties";

    private DataDirectoryCheck() {
    }

    /** @throws LaunchException if a directory is not writable or could not be made, or two are the same by some link */
    static void check(List<Path> data) {
        for (int i = 0; i < data.size(); i++) {
            check(data.get(i));
            for (Path other : data.subList(0, i)) {
                if (!same(data.get(i), other)) continue;
                throw new LaunchException("data directory " + data.get(i) + " is named twice, as " + other + " and as "
                        + data.get(i) + "; name it once");
            }
        }
    }

    private static boolean same(Path one, Path other) {
        try {
            return Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other);
        } catch (IOException e) {
            throw new LaunchException("data directories " + one + " and " + other + " cannot be looked up: "
                    + e.getMessage(), e);
        }
    }

    private static void check(Path data) {
        Path existing = data;
        while (!Files.exists(existing)) existing = existing.getParent();
        String cause = "data directory " + data + " cannot be used: ";
        if (!Files.isDirectory(existing)) throw new LaunchException(cause + existing + " is not a directory");
        if (!Files.isWritable(existing) || !Files.isExecutable(existing)) {
            throw new LaunchException(cause + existing + " is not writable for this user");
        }
        if (!Files.exists(data.resolve(IDENTITY))) tryFile(existing, cause);
    }

    /** Rights say nothing where the kernel decides, as in /proc. */
    private static void tryFile(Path directory, String cause) {
        Path file = directory.resolve(".partita-" + UUID.randomUUID());
        try {
            Files.newByteChannel(file, CREATE_NEW, WRITE, DELETE_ON_CLOSE).close();
        } catch (IOException e) {
            String reason = e instanceof FileSystemException failure && failure.getReason() != null
                    ? " (" + failure.getReason() + ")" : "";
            throw new LaunchException(cause + "no file can be made in " + directory + reason
                    + "; choose a directory on a disk with --data", e);
        }
    }
}
