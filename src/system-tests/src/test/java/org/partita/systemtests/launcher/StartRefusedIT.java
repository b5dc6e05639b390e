package org.partita.systemtests.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.FreePort;
import org.partita.systemtests.harness.SharedBroker;

/** A broker that cannot start says why in one line and does not stay behind as a living, empty process. */
@ExtendWith(SharedBroker.class)
class StartRefusedIT {
    private static final String CAUSE = "partita: ";
    private static final Duration EXIT_WITHIN = Duration.ofSeconds(20);
    /** What only the store finds out is said when the server is up. */
    private static final Duration EXIT_OF_SERVER_WITHIN = Duration.ofSeconds(180);

    @TempDir
    private Path directory;

    @Test
    void secondBrokerOnTheSameDataDirectoryIsRefused(BrokerProcess first) {
        String cause = causeOfRefusal(first.dataDirectory(), FreePort.next());

        assertThat(cause).contains(first.dataDirectory().toString());
        assertThat(first.client().isReady()).isTrue();
    }

    @Test
    void takenPortIsRefused(BrokerProcess first) {
        String cause = causeOfRefusal(directory.resolve("data"), first.httpPort());

        assertThat(cause).contains(Integer.toString(first.httpPort()));
        assertThat(first.client().isReady()).isTrue();
    }

    @Test
    void takenPortOfTheKafkaProtocolIsRefused(BrokerProcess first) {
        try (BrokerProcess broker = BrokerProcess.launch(directory.resolve("data"), FreePort.next(), "--wire",
            Integer.toString(first.wirePort()))) {
            String cause = causeOfRefusal(broker, EXIT_WITHIN);

            assertThat(cause).contains("port " + first.wirePort(), "--wire");
        }
        assertThat(first.client().isReady()).isTrue();
    }

    @Test
    void directoryThatCannotBeMadeIsRefused() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        String cause = causeOfRefusal(file.resolve("data"), FreePort.next());

        assertThat(cause).contains(file.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/proc/sys", "/proc/partita"})
    void directoryThatCannotBeWrittenIsRefused(Path kernelDirectory) {
        String cause = causeOfRefusal(kernelDirectory, FreePort.next());

        assertThat(cause).contains(kernelDirectory.toString());
    }

    @Test
    void sameDirectoryByTwoNamesIsRefused() throws IOException {
        Path data = Files.createDirectory(directory.resolve("data"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), data);

        String cause = causeOfRefusal(List.of(data, link), FreePort.next(), EXIT_WITHIN);

        assertThat(cause).contains(link + " is named twice", "name it once");
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void directoryOfAnotherBrokerAmongSeveralIsRefusedAndNothingStaysLocked(BrokerProcess first) {
        Path own = directory.resolve("own");

        String cause = causeOfRefusal(List.of(own, first.dataDirectory()));

        assertThat(cause).contains(first.dataDirectory() + " is locked by another broker", "out of partita.data");
        assertThat(own).doesNotExist();
        assertThat(first.client().isReady()).isTrue();
    }

    @Test
    void directoryOfAnotherClusterIsRefused() throws IOException {
        Path own = ofCluster("own", 1);
        Path foreign = ofCluster("foreign", 2);

        String cause = causeOfRefusal(List.of(own, foreign));

        assertThat(cause).contains(foreign + " belongs to cluster foreign", own + " to cluster own");
    }

    private Path ofCluster(String name, int directoryId) throws IOException {
        Path data = Files.createDirectory(directory.resolve(name));
        Files.writeString(data.resolve("meta.properties"), "format.version=1\ncluster.id=%s\nbroker.id=1\n"
            .formatted(name) + "directory.id=00000000-0000-0001-0000-00000000000%d\n".formatted(directoryId));
        return data;
    }

    private static String causeOfRefusal(Path dataDirectory, int httpPort) {
        return causeOfRefusal(List.of(dataDirectory), httpPort, EXIT_WITHIN);
    }

    private static String causeOfRefusal(List<Path> dataDirectories) {
        return causeOfRefusal(dataDirectories, FreePort.next(), EXIT_OF_SERVER_WITHIN);
    }

    private static String causeOfRefusal(List<Path> dataDirectories, int httpPort, Duration exitWithin) {
        try (BrokerProcess broker = BrokerProcess.launch(dataDirectories, httpPort)) {
            return causeOfRefusal(broker, exitWithin);
        }
    }

    private static String causeOfRefusal(BrokerProcess broker, Duration exitWithin) {
        int exitCode = broker.awaitExit(exitWithin);
        List<String> causes = broker.errorLines().stream().filter(line -> line.startsWith(CAUSE)).toList();

        assertThat(exitCode).as("exit code; standard error: %s", broker.errorLines()).isNotZero();
        assertThat(causes).as("causes in standard error").hasSize(1);
        assertThat(broker.errorLines()).noneMatch(line -> line.startsWith("\tat "));
        assertThat(causes.get(0)).doesNotContain("Exception");
        return causes.get(0);
    }
}
