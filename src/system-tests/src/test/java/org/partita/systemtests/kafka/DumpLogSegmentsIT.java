package org.partita.systemtests.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.core.log.LogConfig;
import org.partita.core.log.PartitionLog;
import org.partita.core.record.Bytes;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.NewRecord;
import org.partita.core.record.ProducerState;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.core.record.RecordHeader;
import org.partita.storage.PartitionId;
import org.partita.store.directory.DataDirectory;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.JsonText;
import org.partita.wire.compression.LibraryCodecs;

/** Kafka's own tool reads every segment and index file that is written here, and has nothing to complain about. */
class DumpLogSegmentsIT {
    private static final PartitionId PARTITION = new PartitionId(new UUID(8, 9), 2);
    private static final Codecs CODECS = LibraryCodecs.all();
    private static final int SEGMENT_BYTES = 60_000;
    private static final int BATCHES = 120;
    private static final long START_MILLIS = 1_700_000_000_000L;

    private static final String NEW_MESSAGES = "new-messages";
    private static final String OLD_MESSAGES = "old-messages";
    private static final String COMPRESSED_MESSAGES = "compressed-messages";
    private static final Map<String, Path> WRITTEN_BY_BROKER = new HashMap<>();
    private static int publishedToEach;

    @TempDir
    private Path data;

    @BeforeAll
    static void writeByABroker(@TempDir Path brokerData) {
        try (BrokerProcess broker = BrokerProcess.start(brokerData)) {
            String old = "\"timestampMs\":" + START_MILLIS + ",";
            publishedToEach = publish(broker.client(), NEW_MESSAGES, "", "");
            assertThat(publish(broker.client(), OLD_MESSAGES, old, "")).isEqualTo(publishedToEach);
            assertThat(publish(broker.client(), COMPRESSED_MESSAGES, old,
                ",\"compression.type\":\"lz4\",\"message.timestamp.type\":\"LogAppendTime\""))
                .isEqualTo(publishedToEach);
            for (String topic : List.of(NEW_MESSAGES, OLD_MESSAGES, COMPRESSED_MESSAGES)) {
                JsonText description = broker.client().get("/v1/topics/" + topic).expect(200).json();
                WRITTEN_BY_BROKER.put(topic, brokerData.resolve(description.member("id").string()));
            }
            broker.terminate();
        }
    }

    @Test
    void logOfEveryCompressionIsReadWhole() {
        List<NewRecord> written = new ArrayList<>();
        List<Compression> compressions = new ArrayList<>();
        try (DataDirectory directory = DataDirectory.open(data, 1);
                PartitionLog log = PartitionLog.open(directory.connect().partition(PARTITION),
                    new LogConfig(SEGMENT_BYTES))) {
            Random random = new Random(7);
            for (int i = 0; i < BATCHES; i++) {
                Compression compression = Compression.values()[i % Compression.values().length];
                List<NewRecord> records = records(random, START_MILLIS + 1_000L * i);
                written.addAll(records);
                compressions.add(compression);
                log.append(RecordBatchEncoder.encode(compression, CODECS, producer(i), records), i / 50);
            }
            log.persist();
        }

        SegmentDump dump = dumpOfAllFiles(data);

        assertThat(dump.batches()).hasSize(BATCHES);
        assertThat(dump.batches()).extracting(batch -> batch.get("compresscodec"))
            .containsExactlyElementsOf(compressions.stream().map(DumpLogSegmentsIT::nameInKafka).toList());
        assertThat(dump.batches()).extracting(batch -> batch.get("partitionLeaderEpoch"))
            .containsExactlyElementsOf(IntStream.range(0, BATCHES).mapToObj(i -> "" + i / 50).toList());
        assertThat(dump.records()).extracting(DumpLogSegmentsIT::description).containsExactlyElementsOf(
            IntStream.range(0, written.size()).mapToObj(i -> description(i, written.get(i))).toList());
    }

    @Test
    void everyFileOfABrokerIsReadWhole() {
        SegmentDump dump = dumpOfAllFiles(WRITTEN_BY_BROKER.get(NEW_MESSAGES));

        assertThat(dump.records()).hasSize(publishedToEach);
        assertThat(dump.records()).filteredOn(record -> record.get("headerKeys").contains("partita-idempotency"))
            .hasSize(publishedToEach / 2);
        assertThat(dump.records()).extracting(record -> record.get("valueSize")).contains("-1");
        assertThat(dump.records()).extracting(record -> record.get("keySize")).contains("-1");
    }

    /** The max timestamp of a stamped batch is raised to the time of its stamps, and the tool looks at its records. */
    @Test
    void onlyTimesOfStampedBatchesWithOldMessagesAreComplainedAbout() {
        SegmentDump dump = SegmentDump.deep(allFiles(WRITTEN_BY_BROKER.get(OLD_MESSAGES)));

        assertThat(dump.records()).hasSize(publishedToEach);
        assertThat(dump.batches()).allSatisfy(DumpLogSegmentsIT::isComplete);
        assertThat(dump.complaints()).isNotEmpty().allMatch(line -> line.startsWith("Found timestamp mismatch in")
            || line.matches(" +Index timestamp: \\d+, log timestamp: " + START_MILLIS));
    }

    @Test
    void compressedMessagesWithTheTimeOfTheirAppendAreReadWhole() {
        SegmentDump dump = SegmentDump.deep(allFiles(WRITTEN_BY_BROKER.get(COMPRESSED_MESSAGES)));

        assertThat(dump.complaints()).isEmpty();
        assertThat(dump.records()).hasSize(publishedToEach).allSatisfy(record ->
            assertThat(Long.parseLong(record.get("LogAppendTime"))).isGreaterThan(START_MILLIS));
        assertThat(dump.batches()).allSatisfy(DumpLogSegmentsIT::isComplete)
            .allSatisfy(batch -> assertThat(batch).containsEntry("compresscodec", "lz4"));
    }

    @Test
    void damageIsComplainedAbout() throws IOException {
        try (DataDirectory directory = DataDirectory.open(data, 1);
                PartitionLog log = PartitionLog.open(directory.connect().partition(PARTITION),
                    new LogConfig(SEGMENT_BYTES))) {
            for (int i = 0; i < 30; i++) {
                log.append(RecordBatchEncoder.encode(Compression.NONE, records(new Random(i), START_MILLIS + i)), 0);
            }
            log.persist();
        }
        changeByte(LogFiles.below(data, ".index").get(0), Integer.BYTES - 1);
        changeByte(LogFiles.below(data, ".timeindex").get(0), Long.BYTES - 1);

        SegmentDump dump = SegmentDump.deep(allFiles(data));

        assertThat(dump.complaints()).anyMatch(line -> line.startsWith("Mismatches in"))
            .anyMatch(line -> line.startsWith("Found timestamp mismatch in"));
    }

    /** With and without stamps in turn. @return how many messages */
    private static int publish(BrokerClient client, String topic, String timestamp, String config) {
        int published = 0;
        client.post("/v1/topics", BrokerClient.JSON,
            "{\"name\":\"" + topic + "\",\"partitions\":2,\"config\":{\"segment.bytes\":16384" + config + "}}")
            .expect(201);
        for (int request = 0; request < 40; request++) {
            List<String> messages = messages(request, timestamp);
            String[] key = request % 2 == 0 ? new String[0] : new String[] {"Idempotency-Key", "r" + request};
            client.post("/v1/topics/" + topic + "/messages", BrokerClient.JSON,
                "{\"messages\":[" + String.join(",", messages) + "]}", key).expect(201);
            published += messages.size();
        }
        return published;
    }

    private static void changeByte(Path file, int position) throws IOException {
        byte[] content = Files.readAllBytes(file);
        content[position] ^= 1;
        Files.write(file, content);
    }

    /** Several segments with both indexes, offsets without a gap, no complaint. */
    private static SegmentDump dumpOfAllFiles(Path data) {
        List<Path> logs = LogFiles.below(data, ".log");
        List<Path> closedIndexes = LogFiles.below(data, ".index");

        SegmentDump dump = SegmentDump.deep(allFiles(data));
        SegmentDump sanity = SegmentDump.of(indexes(data), "--index-sanity-check");
        SegmentDump verified = SegmentDump.of(indexes(data), "--verify-index-only");

        assertThat(logs).hasSizeGreaterThan(3);
        assertThat(closedIndexes).hasSizeGreaterThanOrEqualTo(logs.size() - 2);
        assertThat(dump.complaints()).isEmpty();
        assertThat(dump.entries()).hasSizeGreaterThan(2 * logs.size());
        assertThat(sanity.complaints()).isEmpty();
        assertThat(sanity.passed()).containsExactlyElementsOf(indexes(data).stream().map(Path::toString).toList());
        assertThat(verified.complaints()).isEmpty();
        assertThat(dump.batches()).allSatisfy(DumpLogSegmentsIT::isComplete);
        return dump;
    }

    private static void isComplete(Map<String, String> batch) {
        long last = Long.parseLong(batch.get("lastOffset"));
        long first = Long.parseLong(batch.get("baseOffset"));
        assertThat(batch).containsEntry("magic", "2").containsEntry("isvalid", "true")
            .containsEntry("count", "" + (last - first + 1));
    }

    private static List<Path> allFiles(Path data) {
        return Stream.concat(LogFiles.below(data, ".log").stream(), indexes(data).stream()).toList();
    }

    private static List<Path> indexes(Path data) {
        return Stream.of(".index", ".timeindex").flatMap(suffix -> LogFiles.below(data, suffix).stream()).toList();
    }

    private static ProducerState producer(int batch) {
        return batch % 3 == 0 ? ProducerState.NONE : new ProducerState(4_000 + batch % 3, (short) 5, batch * 10, false);
    }

    private static List<NewRecord> records(Random random, long nowMillis) {
        return LongStream.range(0, 1 + random.nextInt(10)).mapToObj(i -> {
            byte[] value = new byte[random.nextInt(900)];
            random.nextBytes(value);
            return new NewRecord(nowMillis - random.nextInt(5_000),
                random.nextInt(4) == 0 ? Bytes.NULL : Bytes.utf8("key " + i),
                random.nextInt(5) == 0 ? Bytes.NULL : Bytes.of(value), headers(random));
        }).toList();
    }

    private static List<RecordHeader> headers(Random random) {
        return IntStream.range(0, random.nextInt(4)).mapToObj(i -> new RecordHeader("header-" + i % 2,
            random.nextBoolean() ? Bytes.NULL : Bytes.utf8("v"))).toList();
    }

    private static List<String> messages(int request, String timestamp) {
        return IntStream.range(0, 20).mapToObj(i -> {
            String value = i % 7 == 0 ? "null" : JsonText.quote("x".repeat(10 + 17 * i + request));
            String key = i % 3 == 0 && i % 7 != 0 ? "" : "\"key\":\"k" + i + "\",";
            String headers = i % 4 == 0 ? "\"headerList\":[{\"name\":\"h\",\"valueBase64\":\""
                + Base64.getEncoder().encodeToString(new byte[] {0, -1}) + "\"},{\"name\":\"h\",\"value\":null}]," : "";
            return "{" + key + headers + timestamp + "\"payload\":" + value + "}";
        }).toList();
    }

    private static String nameInKafka(Compression compression) {
        return compression.name().toLowerCase(Locale.ROOT);
    }

    private static String description(long offset, NewRecord record) {
        return String.join(" ", "" + offset, "" + record.timestampMillis(), size(record.key()), size(record.value()),
            record.headers().stream().map(RecordHeader::name).collect(Collectors.joining(",", "[", "]")));
    }

    private static String description(Map<String, String> record) {
        return String.join(" ", record.get("offset"), record.get("CreateTime"), record.get("keySize"),
            record.get("valueSize"), record.get("headerKeys"));
    }

    private static String size(Bytes bytes) {
        return bytes.isNull() ? "-1" : "" + bytes.sizeBytes();
    }
}
