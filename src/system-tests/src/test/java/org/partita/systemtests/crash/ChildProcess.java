package org.partita.systemtests.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.partita.systemtests.harness.ProcessTree;

/** A broker without a server in a small JVM of its own. Closing it kills it. */
public final class ChildProcess implements AutoCloseable {
    /** Asks a child for an orderly end. */
    public static final String STOP = "stop";

    private static final int LOOK_AGAIN_MILLIS = 5;
    private static final int THREADS_TOLD_WITHIN_MILLIS = 3_000;
    private static final int LINES_OF_FAILURE = 200;

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

    /** @param files its output goes there, with {@code .out} and {@code .err} behind the name */
    public static ChildProcess start(Class<?> main, String heap, Path files, String... arguments) {
        Path output = files.resolveSibling(files.getFileName() + ".out");
        Path errors = files.resolveSibling(files.getFileName() + ".err");
        List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + heap,
            "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath(), main.getName()));
        command.addAll(List.of(arguments));
        try {
            return new ChildProcess(new ProcessBuilder(command).redirectOutput(output.toFile())
                .redirectError(errors.toFile()).start(), output, errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of this JVM, also where the test runner has it in a file. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** @return milliseconds since the process was started */
    public long awaitLine(String beginning, long withinMillis) {
        await(beginning, withinMillis, () -> lines(output).anyMatch(line -> line.startsWith(beginning)));
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
    }

    /** Looks again and again, as long as the process lives. */
    public void await(String what, long withinMillis, BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMillis);
        while (!condition.getAsBoolean()) {
            boolean ended = endsWithin(LOOK_AGAIN_MILLIS);
            if (ended && condition.getAsBoolean()) return;
            if (ended || System.nanoTime() > deadlineNanos) {
                String finding = ended ? "the process ended with " + process.exitValue()
                    : "nothing of it within " + withinMillis + " ms";
                if (!ended) askForThreads();
                throw new IllegalStateException(what + " expected, " + finding + "\n" + text());
            }
        }
    }

    /** On its output, for the message of the failure. */
    private void askForThreads() {
        try {
            new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid())).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        endsWithin(THREADS_TOLD_WITHIN_MILLIS);
    }

    public boolean endsWithin(long millis) {
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
    public void askToStop() {
        try {
            process.getOutputStream().write(STOP.getBytes(StandardCharsets.US_ASCII));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@code kill -9}. */
    public void kill() {
        tree.kill();
    }

    public List<String> outputLines() {
        return lines(output).toList();
    }

    /** Lines of the log. */
    public List<String> logLines() {
        return lines(errors).toList();
    }

    private String text() {
        List<String> all = new ArrayList<>(outputLines());
        all.addAll(logLines());
        return String.join("\n", all.subList(Math.max(0, all.size() - LINES_OF_FAILURE), all.size()));
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
