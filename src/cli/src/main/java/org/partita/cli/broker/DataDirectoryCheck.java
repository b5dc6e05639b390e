package org.partita.cli.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds out early, and without touching them, that data directories cannot be used. The store has the last word. */
final class DataDirectoryCheck {
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
    }
}
