package org.partita.systemtests.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.partita.core.local.LocalBroker;
import org.partita.storage.SegmentStore;
import org.partita.store.directory.DataDirectory;
import org.partita.systemtests.harness.ProcessTree;

/** A {@link CrashChild} in a small JVM of its own. Closing it kills it. */
final class ChildProcess implements AutoCloseable {
    private static final String HEAP = "-Xmx96m";
    private static final int LOOK_AGAIN_MILLIS = 5;

    private final Process process;
    private final ProcessTree tree;
    private final Path output;
    private final Path errors;
    private final long startedNanos = System.nanoTime();

    private ChildProcess(Process process, Path output, Path errors) {
        this.process = process;
        this.tree = new ProcessTree(process.toHandle());
        this.output = output;
        this.errors = errors;
    }

    static ChildProcess start(Path data, Path acks, Path logs, int run, int pace, boolean publish) {
        Path output = logs.resolve("life-%04d.out".formatted(run));
        Path errors = logs.resolve("life-%04d.err".formatted(run));
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), HEAP,
            "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath(), CrashChild.class.getName(),
            data.toString(), acks.toString(), Integer.toString(run), Integer.toString(pace),
            Boolean.toString(publish));
        try {
            return new ChildProcess(new ProcessBuilder(command).redirectOutput(output.toFile())
                .redirectError(errors.toFile()).start(), output, errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String classPath() {
        return Stream.of(CrashChild.class, LocalBroker.class, SegmentStore.class, DataDirectory.class)
            .map(ChildProcess::location).collect(Collectors.joining(System.getProperty("path.separator")));
    }

    private static String location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @return milliseconds since the process was started */
    long awaitLine(String beginning, long withinMillis) {
        await(beginning, withinMillis, () -> lines(output).anyMatch(line -> line.startsWith(beginning)));
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
    }

    /** Looks again and again, as long as the process lives. */
    void await(String what, long withinMillis, BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMillis);
        while (!condition.getAsBoolean()) {
            boolean ended = endsWithin(LOOK_AGAIN_MILLIS);
            if (ended && condition.getAsBoolean()) return;
            if (ended || System.nanoTime() > deadlineNanos) {
                String finding = ended ? "the process ended with " + process.exitValue()
                    : "nothing of it within " + withinMillis + " ms";
                throw new IllegalStateException(what + " expected, " + finding + "\n" + text());
            }
        }
    }

    boolean endsWithin(long millis) {
        try {
            return process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    int exitCode() {
        return process.exitValue();
    }

    /** Asks for an orderly end and does not wait for it. */
    void askToStop() {
        try {
            process.getOutputStream().write(CrashChild.STOP.getBytes(StandardCharsets.US_ASCII));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@code kill -9}. */
    void kill() {
        tree.kill();
    }

    List<String> outputLines() {
        return lines(output).toList();
    }

    /** Lines of the log. */
    List<String> logLines() {
        return lines(errors).toList();
    }

    private String text() {
        List<String> all = new ArrayList<>(outputLines());
        all.addAll(logLines());
        return String.join("\n", all.subList(Math.max(0, all.size() - 60), all.size()));
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readString(file).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
