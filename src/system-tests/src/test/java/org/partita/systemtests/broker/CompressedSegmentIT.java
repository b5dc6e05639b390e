package org.partita.systemtests.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.record.ControlRecordType;
import org.apache.kafka.common.record.EndTransactionMarker;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.Position;
import org.partita.systemtests.harness.StoredMessage;

/** A segment to which Kafka's own code has written while the broker was down, in every kind of compression. */
class CompressedSegmentIT {
    private static final String TOPIC = "foreign";
    private static final int RECORDS_EACH = 20;

    @TempDir
    private Path data;
    private final List<String> payloads = new ArrayList<>();
    private long nextOffset;
    private int leaderEpoch;

    @Test
    void batchesOfEveryCompressionAreReadAndWrittenOn() {
        SegmentFiles files;
        try (BrokerProcess before = BrokerProcess.start(data)) {
            before.client().createTopic(TOPIC, 1);
            before.client().publish(TOPIC, "{\"payload\":{\"by\":\"us\"}}");
            String topicId = before.client().get("/v1/topics/" + TOPIC).expect(200).json().member("id").string();
            files = new SegmentFiles(data, topicId, 0);
            assertThat(before.terminate()).isIn(0, 128 + 15);
        }
        payloads.add("{\"by\":\"us\"}");
        nextOffset = 1;
        leaderEpoch = files.leaderEpoch();
        for (CompressionType type : CompressionType.values()) files.append(batch(type));
        files.append(commitMarker());
        files.append(batch(CompressionType.ZSTD));

        try (BrokerProcess after = BrokerProcess.start(data)) {
            BrokerClient client = after.client();

            assertThat(client.readAll(TOPIC, 0)).extracting(StoredMessage::payloadText)
                .containsExactlyElementsOf(payloads);
            assertThat(client.publish(TOPIC, "{\"payload\":1}")).isEqualTo(new Position(0, nextOffset));
            after.kill();
        }
        try (BrokerProcess again = BrokerProcess.start(data)) {
            assertThat(again.client().readAll(TOPIC, 0)).hasSize(payloads.size() + 1);
        }
    }

    private byte[] batch(CompressionType type) {
        SimpleRecord[] records = new SimpleRecord[RECORDS_EACH];
        for (int i = 0; i < RECORDS_EACH; i++) {
            String payload = "{\"by\":\"%s\",\"number\":%d}".formatted(type.name, i);
            payloads.add(payload);
            records[i] = new SimpleRecord(1_700_000_000_000L + i, ("key-" + i % 7).getBytes(UTF_8),
                payload.getBytes(UTF_8));
        }
        ByteBuffer batch = MemoryRecords.withRecords(nextOffset, Compression.of(type).build(), leaderEpoch, records)
            .buffer();
        nextOffset += RECORDS_EACH;
        return toArray(batch);
    }

    private byte[] commitMarker() {
        ByteBuffer batch = MemoryRecords.withEndTransactionMarker(nextOffset, 1_700_000_000_000L, leaderEpoch, 71,
            (short) 0, new EndTransactionMarker(ControlRecordType.COMMIT, 0)).buffer();
        nextOffset++;
        return toArray(batch);
    }

    private static byte[] toArray(ByteBuffer batch) {
        byte[] content = new byte[batch.remaining()];
        batch.get(content);
        return content;
    }
}
