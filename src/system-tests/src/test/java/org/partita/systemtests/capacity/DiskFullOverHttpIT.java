package org.partita.systemtests.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;

/** A broker as users get it, whose disk is full: what {@link DiskFullIT} looks at more closely, over HTTP. */
class DiskFullOverHttpIT {
    private static final int DISK_MEBIBYTES = 16;
    private static final int MANY_FILES = 10_000;
    private static final int MOST_TRIES = 1_000;
    private static final String MESSAGE = "{\"payload\":\"" + "x".repeat(100_000) + "\"}";

    @TempDir
    private Path mountPoint;
    private SmallDisk disk;

    @BeforeEach
    void mount() {
        disk = SmallDisk.mount(mountPoint, DISK_MEBIBYTES, MANY_FILES);
    }

    @AfterEach
    void unmount() {
        if (disk != null) disk.close();
    }

    @Test
    void brokerRefusesKeepsWhatItHasStartsAgainAndServesWhenATopicIsDeleted() {
        Path data = disk.path().resolve("data");
        int stored;
        try (BrokerProcess broker = BrokerProcess.start(data)) {
            BrokerClient client = broker.client();
            client.createTopic("filled", 1);
            client.createTopic("other", 1);

            stored = untilRefused(client, "/v1/topics/filled/messages", MESSAGE);
            untilRefused(client, "/v1/topics", "{\"name\":\"topic-%d\",\"partitions\":4}");

            assertThat(client.readAll("filled", 0)).hasSize(stored);
            broker.kill();
        }
        try (BrokerProcess broker = BrokerProcess.start(data)) {
            BrokerClient client = broker.client();
            client.post("/v1/topics/other/messages", JSON, MESSAGE).expectProblem(507, "disk-full");
            assertThat(client.readAll("filled", 0)).hasSize(stored);

            client.send("DELETE", "/v1/topics/filled").expect(204);

            client.post("/v1/topics/other/messages", JSON, MESSAGE).expect(201);
            client.createTopic("made-again", 4);
        }
    }

    /** @return how many requests were answered with 201 before one was not */
    private static int untilRefused(BrokerClient client, String path, String body) {
        for (int i = 0; i < MOST_TRIES; i++) {
            Answer answer = client.post(path, JSON, body.formatted(i));
            if (answer.status() == 201) continue;
            answer.expectProblem(507, "disk-full");
            return i;
        }
        throw new AssertionError(path + " took " + MOST_TRIES + " requests on a small disk");
    }
}
