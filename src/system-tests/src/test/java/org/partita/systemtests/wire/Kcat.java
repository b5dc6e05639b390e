package org.partita.systemtests.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.Distribution;

/** {@code kcat}, a client that is not written in Java. Tests are skipped where it is not installed. */
final class Kcat {
    private static final long WITHIN_SECONDS = 120;

    private final String bootstrap;

    Kcat(BrokerProcess broker) {
        this.bootstrap = broker.bootstrap();
        Stream<String> path = Stream.of(System.getenv("PATH").split(":"));
        assumeTrue(path.anyMatch(directory -> Files.isExecutable(Path.of(directory, "kcat"))),
            "SKIPPED, no kcat: install the Debian package of that name (.ci/run does)");
    }

    String version() {
        return run("", "-V").stream().filter(line -> line.startsWith("Version")).findFirst().orElseThrow();
    }

    /** @return what it printed on standard output */
    List<String> run(String input, String... arguments) {
        List<String> command = new ArrayList<>(List.of("kcat", "-b", bootstrap));
        command.addAll(List.of(arguments));
        try {
            Path logs = Files.createDirectories(Distribution.workDirectory().resolve("logs"));
            Path fed = Files.createTempFile(logs, "kcat", ".in");
            Path errors = Files.createTempFile(logs, "kcat", ".err");
            Path output = Files.createTempFile(logs, "kcat", ".out");
            Files.writeString(fed, input);
            Process process = new ProcessBuilder(command).redirectInput(fed.toFile()).redirectError(errors.toFile())
                .redirectOutput(output.toFile()).start();
            boolean ended = process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS);
            if (!ended) process.destroyForcibly();
            String said = Files.readString(errors, StandardCharsets.UTF_8);
            assertThat(ended && process.exitValue() == 0).as("%s: %s", command, said).isTrue();
            assertThat(said).as("what its library warns of").doesNotContainPattern("(?m)^%[0-5]\\|");
            return Files.readAllLines(output, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
