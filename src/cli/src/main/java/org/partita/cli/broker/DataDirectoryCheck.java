package org.partita.cli.broker;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds out early, and without touching it, that a data directory cannot be used. The store has the last word. */
final class DataDirectoryCheck {
    private DataDirectoryCheck() {
    }

    /** @throws LaunchException if the directory is not writable, or could not be made */
    static void check(Path data) {
        Path existing = data;
        while (!Files.exists(existing)) existing = existing.getParent();
        String cause = "data directory " + data + " cannot be used: ";
        if (!Files.isDirectory(existing)) throw new LaunchException(cause + existing + " is not a directory");
        if (!Files.isWritable(existing) || !Files.isExecutable(existing)) {
            throw new LaunchException(cause + existing + " is not writable for this user");
        }
    }
}
