package org.partita.systemtests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A main class of Kafka in a process and with a class path of its own. */
public final class KafkaCommand {
    private static final Duration WITHIN = Duration.ofSeconds(120);
    private static final AtomicInteger STARTS = new AtomicInteger();

    private final Process process;
    private final ProcessTree tree;
    private final Path output;

    private KafkaCommand(Process process, Path output) {
        this.process = process;
        this.tree = new ProcessTree(process.toHandle());
        this.output = output;
    }

    public static KafkaCommand start(String mainClass, String... arguments) {
        return start(Redirect.PIPE, mainClass, arguments);
    }

    private static KafkaCommand start(Redirect input, String mainClass, String... arguments) {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(),
            "-Xmx512m", "-XX:TieredStopAtLevel=1", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-cp", libraries() + "/*", mainClass));
        command.addAll(List.of(arguments));
        try {
            Path logs = Files.createDirectories(Distribution.workDirectory().resolve("logs"));
            Path output = logs.resolve("kafka-%03d.out".formatted(STARTS.incrementAndGet()));
            Process process = new ProcessBuilder(command).directory(Distribution.workDirectory().toFile())
                .redirectErrorStream(true).redirectInput(input).redirectOutput(output.toFile()).start();
            process.getOutputStream().close();
            return new KafkaCommand(process, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for its end. @return the lines it printed */
    public static List<String> run(String mainClass, String... arguments) {
        return start(mainClass, arguments).lines(mainClass);
    }

    /** As {@link #run}, with something on its standard input. */
    public static List<String> feed(String input, String mainClass, String... arguments) {
        try {
            Path file = Files.createTempFile(Files.createDirectories(Distribution.workDirectory()), "kafka", ".in");
            return start(Redirect.from(Files.writeString(file, input).toFile()), mainClass, arguments)
                .lines(mainClass);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> lines(String mainClass) {
        try {
            if (!process.waitFor(WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(mainClass + " still runs, see " + output);
            }
            if (process.exitValue() != 0) {
                throw new IllegalStateException(mainClass + " failed, see " + output);
            }
            return Files.readAllLines(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            kill();
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public Path output() {
        return output;
    }

    public void terminate() {
        tree.terminate(WITHIN);
    }

    public void kill() {
        tree.kill();
    }

    private static Path libraries() {
        String value = System.getProperty("partita.kafka");
        if (value == null) throw new IllegalStateException("run by Maven, or set the system property partita.kafka");
        return Path.of(value).toAbsolutePath().normalize();
    }
}
