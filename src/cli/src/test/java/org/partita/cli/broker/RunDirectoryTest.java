package org.partita.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunDirectoryTest {
    private static final Path DATA = Path.of("/data/broker");

    @TempDir
    private Path temporary;

    @Test
    void closingLeavesNothingBehind() throws IOException, InterruptedException {
        RunDirectory directory = RunDirectory.open(temporary, DATA);
        Files.writeString(directory.server().resolve("domain.xml"), "x");

        directory.close();

        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void whatAKilledBrokerLeftIsRemovedByTheNextStart() throws IOException, InterruptedException {
        Path path;
        try (RunDirectory killed = RunDirectory.open(temporary, DATA)) {
            path = killed.server().getParent();
        }
        Files.createDirectories(path.resolve("server").resolve("applications"));
        Files.writeString(path.resolve("lock"), "4711");

        try (RunDirectory next = RunDirectory.open(temporary, DATA)) {
            assertThat(next.server()).isEqualTo(path.resolve("server")).isEmptyDirectory();
        }
    }

    @Test
    void leftoverOfAnotherDataDirectoryIsRemovedAndOneInUseIsNot() throws IOException, InterruptedException {
        Path left = temporary.resolve("partita-0123456789abcdef");
        Files.createDirectories(left.resolve("server"));
        Files.writeString(left.resolve("lock"), "4711");
        Path strange = Files.createDirectories(temporary.resolve("partita-of-someone"));
        RunDirectory used = RunDirectory.open(temporary, Path.of("/data/other"));

        RunDirectory.open(temporary, DATA).close();

        assertThat(left).doesNotExist();
        assertThat(strange).exists();
        assertThat(used.server()).exists();
        used.close();
    }

    @Test
    void directoryInUseIsRefusedNamingDataAndProcess() throws InterruptedException {
        try (RunDirectory used = RunDirectory.open(temporary, DATA)) {
            assertThatThrownBy(() -> RunDirectory.open(temporary, DATA)).isInstanceOf(LaunchException.class)
                    .hasMessageContainingAll(DATA.toString(), Long.toString(ProcessHandle.current().pid()));
            assertThat(used.server()).exists();
        }
    }

    @Test
    void linksAreRemovedButNotFollowed() throws IOException, InterruptedException {
        Path precious = Files.writeString(temporary.resolve("precious"), "x");
        RunDirectory directory = RunDirectory.open(temporary, DATA);
        Files.createSymbolicLink(directory.server().resolve("link"), temporary);

        directory.close();

        assertThat(precious).exists();
        assertThat(directory.server()).doesNotExist();
    }

    @Test
    void eachDataDirectoryHasItsOwn() throws InterruptedException {
        try (RunDirectory one = RunDirectory.open(temporary, DATA);
                RunDirectory other = RunDirectory.open(temporary, Path.of("/data/other"))) {
            assertThat(one.server()).isNotEqualTo(other.server());
        }
    }

    @Test
    void placeTakenBySomethingElseIsRefused() throws IOException, InterruptedException {
        Path path;
        try (RunDirectory directory = RunDirectory.open(temporary, DATA)) {
            path = directory.server().getParent();
        }
        Files.writeString(path, "a file");

        assertThatThrownBy(() -> RunDirectory.open(temporary, DATA))
                .isInstanceOf(LaunchException.class).hasMessageContaining(path.toString());
    }
}
