package org.partita.systemtests.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.partita.systemtests.harness.Distribution;
import org.partita.systemtests.harness.ProcessTree;

/** A main class of Kafka in a process and with a class path of its own. */
final class KafkaCommand {
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

    static KafkaCommand start(String mainClass, String... arguments) {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(),
            "-Xmx512m", "-XX:TieredStopAtLevel=1", "-cp", libraries() + "/*", mainClass));
        command.addAll(List.of(arguments));
        try {
            Path logs = Files.createDirectories(Distribution.workDirectory().resolve("logs"));
            Path output = logs.resolve("kafka-%03d.out".formatted(STARTS.incrementAndGet()));
            Process process = new ProcessBuilder(command).directory(Distribution.workDirectory().toFile())
                .redirectErrorStream(true).redirectOutput(output.toFile()).start();
            process.getOutputStream().close();
            return new KafkaCommand(process, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for its end. @return the lines it printed */
    static List<String> run(String mainClass, String... arguments) {
        KafkaCommand command = start(mainClass, arguments);
        try {
            if (!command.process.waitFor(WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(mainClass + " still runs, see " + command.output);
            }
            if (command.process.exitValue() != 0) {
                throw new IllegalStateException(mainClass + " failed, see " + command.output);
            }
            return Files.readAllLines(command.output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            command.kill();
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    Path output() {
        return output;
    }

    void terminate() {
        tree.terminate(WITHIN);
    }

    void kill() {
        tree.kill();
    }

    private static Path libraries() {
        String value = System.getProperty("partita.kafka");
        if (value == null) throw new IllegalStateException("run by Maven, or set the system property partita.kafka");
        return Path.of(value).toAbsolutePath().normalize();
    }
}
