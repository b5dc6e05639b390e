package org.partita.systemtests.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.JsonText;
import org.partita.systemtests.harness.Position;
import org.partita.systemtests.harness.StoredMessage;

/** A broker whose files were damaged while it was down: one topic for each damage, and one that is sound. */
class DamagedFilesIT {
    private static final String SOUND = "sound";
    private static final int MESSAGES = 40;
    private static final int SEGMENT_BYTES = 4096;
    private static final String FILL = "x".repeat(250);

    @TempDir
    private static Path data;
    private static BrokerProcess broker;
    private static final Map<String, String> TOPIC_IDS = new HashMap<>();
    private static final Map<Damage, Long> EXPECTED_NEXT = new EnumMap<>(Damage.class);

    @BeforeAll
    static void damageEverythingAtOnce() {
        try (BrokerProcess before = BrokerProcess.start(data)) {
            fill(before.client(), SOUND);
            for (Damage damage : Damage.values()) fill(before.client(), damage.topic());
        }
        for (Damage damage : Damage.values()) {
            SegmentFiles files = new SegmentFiles(data, TOPIC_IDS.get(damage.topic()), 0);
            assertThat(files.count()).as("segments of " + damage.topic()).isGreaterThan(1);
            EXPECTED_NEXT.put(damage, damage.applyTo(files, MESSAGES));
        }
        broker = BrokerProcess.start(data);
    }

    @AfterAll
    static void stop() {
        if (broker != null) broker.close();
    }

    @ParameterizedTest
    @EnumSource
    void damagedTailIsCutAndNextOffsetFollowsTheLastValidRecord(Damage damage) {
        BrokerClient client = broker.client();
        long expectedNext = EXPECTED_NEXT.get(damage);

        List<StoredMessage> survivors = client.readAll(damage.topic(), 0);
        Position next = client.publish(damage.topic(), message(MESSAGES));

        assertThat(expectedNext).isPositive();
        List<String> payloads = IntStream.range(0, (int) expectedNext).mapToObj(DamagedFilesIT::payload).toList();
        assertThat(survivors).extracting(StoredMessage::payloadText).containsExactlyElementsOf(payloads);
        assertThat(next).isEqualTo(new Position(0, expectedNext));
        assertThat(client.readAll(damage.topic(), 0)).hasSize((int) expectedNext + 1);
    }

    @ParameterizedTest
    @EnumSource(names = {"NEWEST_SEGMENT_EMPTIED", "EMPTY_SEGMENT_ADDED"}, mode = EnumSource.Mode.EXCLUDE)
    void cutIsReportedWithItsPartition(Damage damage) {
        String topicId = TOPIC_IDS.get(damage.topic());

        List<String> lines = new ArrayList<>(broker.outputLines());
        lines.addAll(broker.errorLines());

        assertThat(lines).anySatisfy(line -> assertThat(line).containsAnyOf(topicId + "-0", damage.topic() + "-0"));
    }

    @Test
    void soundPartitionsAreServedWhole() {
        assertThat(broker.client().readAll(SOUND, 0)).hasSize(MESSAGES);
    }

    private static void fill(BrokerClient client, String topic) {
        String body = "{\"name\":\"%s\",\"partitions\":1,\"config\":{\"segment.bytes\":%d}}"
            .formatted(topic, SEGMENT_BYTES);
        client.post("/v1/topics", JSON, body).expect(201);
        JsonText description = client.get("/v1/topics/" + topic).expect(200).json();
        TOPIC_IDS.put(topic, description.member("id").string());
        for (int i = 0; i < MESSAGES; i++) client.publish(topic, message(i));
    }

    private static String message(int number) {
        return "{\"payload\":%s}".formatted(payload(number));
    }

    private static String payload(int number) {
        return "{\"number\":%d,\"fill\":\"%s\"}".formatted(number, FILL);
    }
}
