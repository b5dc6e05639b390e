package org.partita.simulation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.zip.CRC32C;

/** What happened, as a checksum over all of it and as text of the last part. */
final class Trace {
    private static final int KEPT_LINES = 200;

    private final CRC32C checksum = new CRC32C();
    private final Deque<String> lastLines = new ArrayDeque<>();
    private int step;

    void step(int number) {
        step = number;
    }

    int step() {
        return step;
    }

    void add(String event) {
        String line = step + " " + event;
        checksum.update(line.getBytes(StandardCharsets.UTF_8));
        lastLines.add(line);
        if (lastLines.size() > KEPT_LINES) lastLines.remove();
    }

    long checksum() {
        return checksum.getValue();
    }

    String lastLines() {
        return String.join("\n", lastLines);
    }
}
