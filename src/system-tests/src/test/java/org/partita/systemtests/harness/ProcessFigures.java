package org.partita.systemtests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a JVM on this machine takes.
 *
 * @param heapBytes of objects that are left by a collection
 */
public record ProcessFigures(long threads, long descriptors, long heapBytes) {
    public static ProcessFigures of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        long heapBytes = heapBytes(pid);
        return new ProcessFigures(entries(process.resolve("task")), entries(process.resolve("fd")), heapBytes);
    }

    /** Whether nothing is above {@code before} by more than the figures of {@code room}. */
    public boolean isWithin(ProcessFigures before, ProcessFigures room) {
        return threads <= before.threads + room.threads && descriptors <= before.descriptors + room.descriptors
            && heapBytes <= before.heapBytes + room.heapBytes;
    }

    private static long entries(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last line of a histogram is: Total, objects, bytes. Making one collects first. */
    private static long heapBytes(long pid) {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        try {
            Process histogram = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true).start();
            String all = new String(histogram.getInputStream().readAllBytes());
            String total = all.lines().filter(line -> line.startsWith("Total")).findFirst()
                .orElseThrow(() -> new IllegalStateException("no total in " + all));
            return Long.parseLong(total.strip().split(" +")[2]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
