package org.partita.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DataDirectoryCheckTest {
    @TempDir
    private Path directory;

    @Test
    void directoryThatIsToBeMadeIsAcceptedAndNotMade() {
        Path data = directory.resolve("a").resolve("b");

        DataDirectoryCheck.check(List.of(data));

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void directoryBelowAFileIsRefused() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> DataDirectoryCheck.check(List.of(file.resolve("data"))))
                .isInstanceOf(LaunchException.class).hasMessageContaining(file + " is not a directory");
    }

    /** Its rights allow it to root, and the kernel does not. */
    @ParameterizedTest
    @ValueSource(strings = {"/proc", "/proc/partita", "/proc/partita/data"})
    void directoryThatCanHoldNoFilesIsRefused(Path data) {
        assertThatThrownBy(() -> DataDirectoryCheck.check(List.of(data))).isInstanceOf(LaunchException.class)
                .hasMessageMatching("data directory " + data + " cannot be used: [^\n]*/proc[^\n]*");
    }

    @Test
    void sameDirectoryByALinkIsRefused() throws IOException {
        Path data = Files.createDirectory(directory.resolve("data"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), data);

        assertThatThrownBy(() -> DataDirectoryCheck.check(List.of(data, directory.resolve("other"), link)))
                .isInstanceOf(LaunchException.class).hasMessage("data directory " + link + " is named twice, as " + data
                        + " and as " + link + "; name it once");
    }
}
