package org.partita.systemtests.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.Distribution;

/** What the script says before there is a Java to say anything. */
class JavaHomeIT {
    private static final int REFUSED = 1;

    @TempDir
    private Path directory;

    @Test
    void directoryThatIsNotThereIsNamed() throws IOException, InterruptedException {
        Path home = directory.resolve("absent");

        assertThat(saidWith(home)).isEqualTo(refusal(home));
    }

    @Test
    void directoryInPlaceOfTheProgramIsRefused() throws IOException, InterruptedException {
        Files.createDirectories(directory.resolve("bin/java"));

        assertThat(saidWith(directory)).isEqualTo(refusal(directory));
    }

    private static String refusal(Path home) {
        return "partita: JAVA_HOME is " + home + ", but there is no program " + home + "/bin/java: set it to the"
            + " directory of a Java 17 or newer, or unset it to take java from the PATH\n";
    }

    private static String saidWith(Path javaHome) throws IOException, InterruptedException {
        ProcessBuilder settings = new ProcessBuilder(Distribution.launcher().toString(), "settings");
        settings.environment().put("JAVA_HOME", javaHome.toString());
        Process script = settings.redirectErrorStream(true).start();
        String said = new String(script.getInputStream().readAllBytes());

        assertThat(script.waitFor()).isEqualTo(REFUSED);
        return said;
    }
}
