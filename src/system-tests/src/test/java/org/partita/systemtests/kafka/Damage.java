package org.partita.systemtests.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What could be wrong with an index file. */
final class Damage {
    private Damage() {
    }

    /** Exchanges the first two entries. */
    static void swapEntries(Path index, int entryBytes) throws IOException {
        byte[] content = Files.readAllBytes(index);
        for (int i = 0; i < entryBytes; i++) {
            byte first = content[i];
            content[i] = content[entryBytes + i];
            content[entryBytes + i] = first;
        }
        Files.write(index, content);
    }
}
