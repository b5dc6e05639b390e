package org.partita.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** File locks belong to processes, so only a second process shows that the lock holds. */
final class RunDirectoryProcessTest {
    private static final Path DATA = Path.of("/data/broker");

    @TempDir
    private Path temporary;

    @Test
    void directoryOfALiveProcessIsRefusedAndThatOfAKilledOneIsTaken() throws IOException, InterruptedException {
        Process owner = start();
        String whileAlive = firstLine(owner);

        String refused = firstLine(start());
        owner.destroyForcibly().waitFor();
        Process next = start();
        String afterwards = firstLine(next);
        next.destroyForcibly().waitFor();

        assertThat(whileAlive).isEqualTo("taken");
        assertThat(refused).contains("in use by the broker with process id " + owner.pid());
        assertThat(afterwards).isEqualTo("taken");
    }

    private Process start() throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), Owner.class.getName(), temporary.toString())
                .redirectErrorStream(true).start();
    }

    private static String firstLine(Process process) throws IOException {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }

    /** Takes the directory and keeps it until it is killed or its parent closes the pipe. */
    static final class Owner {
        public static void main(String[] arguments) throws IOException, InterruptedException {
            try (RunDirectory directory = RunDirectory.open(Path.of(arguments[0]), DATA)) {
                System.out.println(Files.isDirectory(directory.server()) ? "taken" : "nothing there");
                System.in.read();
            } catch (LaunchException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
