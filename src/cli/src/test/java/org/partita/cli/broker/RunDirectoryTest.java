package org.partita.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunDirectoryTest {
    private static final Path DATA = Path.of("/data/broker");

    @TempDir
    private Path temporary;

    @Test
    void closingLeavesNothingBehind() throws IOException {
        RunDirectory directory = RunDirectory.open(temporary, DATA);
        Files.writeString(directory.server().resolve("domain.xml"), "x");

        directory.close();

        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void whatAKilledBrokerLeftIsRemovedByTheNextStart() throws IOException {
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
    void leftoverOfAnotherDataDirectoryIsRemovedAfterADay() throws IOException {
        Path old = Files.createDirectories(temporary.resolve("partita-0123456789abcdef").resolve("server")).getParent();
        Path young = Files.createDirectories(temporary.resolve("partita-fedcba9876543210"));
        Files.writeString(young.resolve("lock"), "4711");
        Path lock = Files.writeString(old.resolve("lock"), "4711");
        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(Duration.ofDays(2))));

        RunDirectory.open(temporary, DATA).close();

        assertThat(temporary).isDirectoryContaining(young::equals).isDirectoryNotContaining(old::equals);
    }

    @Test
    void linksAreRemovedButNotFollowed() throws IOException {
        Path precious = Files.writeString(temporary.resolve("precious"), "x");
        RunDirectory directory = RunDirectory.open(temporary, DATA);
        Files.createSymbolicLink(directory.server().resolve("link"), temporary);

        directory.close();

        assertThat(precious).exists();
        assertThat(directory.server()).doesNotExist();
    }

    @Test
    void eachDataDirectoryHasItsOwn() {
        try (RunDirectory one = RunDirectory.open(temporary, DATA);
                RunDirectory other = RunDirectory.open(temporary, Path.of("/data/other"))) {
            assertThat(one.server()).isNotEqualTo(other.server());
        }
    }

    @Test
    void placeTakenBySomethingElseIsRefused() throws IOException {
        Path path;
        try (RunDirectory directory = RunDirectory.open(temporary, DATA)) {
            path = directory.server().getParent();
        }
        Files.writeString(path, "a file");

        assertThatThrownBy(() -> RunDirectory.open(temporary, DATA))
                .isInstanceOf(LaunchException.class).hasMessageContaining(path.toString());
    }
}
