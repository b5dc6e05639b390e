package org.partita.systemtests.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.FreePort;
import org.partita.systemtests.harness.Position;
import org.partita.systemtests.harness.StoredMessage;

/** A broker that is asked to stop, and one that dies before it is up again. */
class StopIT {
    @TempDir
    private Path data;

    @Test
    void stopLeavesTheCleanMarkAndDeathWhileLoadingTakesItAway() throws IOException {
        String topicId;
        boolean markedWhileRunning;
        int exitCode;
        try (BrokerProcess broker = BrokerProcess.start(data)) {
            broker.client().createTopic("kept", 1);
            topicId = broker.client().get("/v1/topics/kept").expect(200).json().member("id").string();
            broker.client().publish("kept", "{\"payload\":1}");
            broker.client().publish("kept", "{\"payload\":2}");
            markedWhileRunning = Files.exists(cleanMark());
            exitCode = broker.terminate();
        }
        boolean markedAfterTheStop = Files.exists(cleanMark());
        boolean dead = dieWhileLoading();
        new SegmentFiles(data, topicId, 0).appendHalfBatch();

        try (BrokerProcess broker = BrokerProcess.start(data)) {
            List<StoredMessage> messages = broker.client().readAll("kept", 0);
            Position next = broker.client().publish("kept", "{\"payload\":3}");

            assertThat(exitCode).as("exit code on SIGTERM").isIn(0, 128 + 15);
            assertThat(markedWhileRunning).isFalse();
            assertThat(markedAfterTheStop).isTrue();
            assertThat(dead).isTrue();
            assertThat(messages).extracting(StoredMessage::payloadText).containsExactly("1", "2");
            assertThat(next).isEqualTo(new Position(0, 2));
        }
    }

    /** @param file of the data directory that shows how far the start is; without one it has just begun */
    @ParameterizedTest
    @ValueSource(strings = {"", "lock", "meta.properties"})
    void startThatIsAskedToStopGoesThroughAndEndsInOrder(String file) {
        try (BrokerProcess broker = BrokerProcess.launch(data, FreePort.next())) {
            Awaitility.await("start").atMost(Duration.ofSeconds(60)).pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1)).until(() -> file.isEmpty()
                    ? broker.outputLines().stream().anyMatch(line -> line.contains("starting broker"))
                    : Files.exists(data.resolve(file)));

            int exitCode = broker.terminate();

            assertThat(exitCode).isEqualTo(128 + 15);
            assertThat(broker.errorLines()).isEmpty();
            assertThat(broker.outputLines()).noneMatch(line -> line.startsWith("\tat ")
                || line.contains("SEVERE") || line.contains("WARNING"));
            if (file.isEmpty()) {
                assertThat(broker.outputLines()).contains(
                    "Partita stops when the server has started; the same signal again ends it now.");
            }
            assertThat(cleanMark()).exists();
        }
    }

    private boolean dieWhileLoading() {
        try (BrokerProcess broker = BrokerProcess.launch(data, FreePort.next())) {
            Awaitility.await("clean mark to be taken away").atMost(Duration.ofSeconds(60))
                .pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1))
                .until(() -> !Files.exists(cleanMark()) || !broker.isAlive());
            boolean aliveTillThen = broker.isAlive();
            broker.kill();
            return aliveTillThen;
        }
    }

    private Path cleanMark() {
        return data.resolve("clean");
    }
}
