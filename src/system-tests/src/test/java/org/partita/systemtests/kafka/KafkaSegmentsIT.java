package org.partita.systemtests.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.core.log.LogConfig;
import org.partita.core.log.PartitionLog;
import org.partita.core.record.Bytes;
import org.partita.core.record.Compression;
import org.partita.core.record.ControlRecord;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordBatch;
import org.partita.storage.PartitionId;
import org.partita.store.directory.DataDirectory;
import org.partita.wire.compression.LibraryCodecs;

/** Segments that a broker of Kafka wrote are read here as its own client reads them. */
class KafkaSegmentsIT {
    private static final String TOPIC = "foreign";
    private static final TopicPartition SOURCE = new TopicPartition(TOPIC, 0);
    private static final PartitionId PARTITION = new PartitionId(new UUID(8, 9), 0);
    private static final int SEGMENT_BYTES = 1 << 20;
    private static final int MAX_DECOMPRESSED_BYTES = 64 << 20;

    @TempDir
    private Path directory;
    private final Random random = new Random(11);

    @Test
    void everyRecordAndMarkerIsUnderstood() throws Exception {
        List<ConsumerRecord<byte[], byte[]>> expected;
        try (KafkaBroker kafka = KafkaBroker.start(Files.createDirectory(directory.resolve("kafka")))) {
            createTopic(kafka);
            for (CompressionType type : CompressionType.values()) produce(kafka, type);
            for (boolean commit : new boolean[] {true, false, true}) produceTransaction(kafka, commit);
            produce(kafka, CompressionType.NONE);
            expected = consumeAll(kafka);
            kafka.terminate();
            copySegments(kafka.directory(TOPIC, 0));
        }

        try (DataDirectory data = DataDirectory.open(directory.resolve("data"), 1);
                PartitionLog log = PartitionLog.open(data.connect().partition(PARTITION),
                    new LogConfig(SEGMENT_BYTES))) {
            List<RecordBatch> batches = log.read(0, Long.MAX_VALUE, Integer.MAX_VALUE).batches();
            List<LogRecord> records = batches.stream().filter(batch -> !batch.header().control())
                .flatMap(batch -> records(batch).stream()).toList();
            List<LogRecord> markers = batches.stream().filter(batch -> batch.header().control())
                .flatMap(batch -> records(batch).stream()).toList();

            assertThat(log.recovery().cut().lengthBytes()).isZero();
            assertThat(log.recovery().segments()).isGreaterThan(3);
            assertThat(records).isEqualTo(expected.stream().map(KafkaSegmentsIT::asOurs).toList());
            assertThat(batches).extracting(RecordBatch::compression).contains(Compression.values());
            assertThat(markers).extracting(marker -> ControlRecord.of(marker).type())
                .containsExactly(ControlRecord.COMMIT, ControlRecord.ABORT, ControlRecord.COMMIT);
            assertThat(log.logEndOffset()).isEqualTo(records.size() + markers.size());
            assertThat(batches).filteredOn(batch -> batch.header().transactional()).isNotEmpty()
                .allSatisfy(batch -> assertThat(batch.header().producerId()).isNotNegative());
        }
    }

    private static List<LogRecord> records(RecordBatch batch) {
        return batch.records(LibraryCodecs.all(), MAX_DECOMPRESSED_BYTES);
    }

    private static void createTopic(KafkaBroker kafka) throws InterruptedException, ExecutionException {
        try (Admin admin = kafka.admin()) {
            NewTopic topic = new NewTopic(TOPIC, 1, (short) 1)
                .configs(Map.of("segment.bytes", Integer.toString(SEGMENT_BYTES)));
            admin.createTopics(List.of(topic)).all().get();
        }
    }

    private void produce(KafkaBroker kafka, CompressionType type) throws InterruptedException, ExecutionException {
        try (Producer<byte[], byte[]> producer = producer(kafka, Map.of(
                ProducerConfig.COMPRESSION_TYPE_CONFIG, type.name,
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, random.nextBoolean()))) {
            send(producer, 300);
        }
    }

    private void produceTransaction(KafkaBroker kafka, boolean commit)
            throws InterruptedException, ExecutionException {
        try (Producer<byte[], byte[]> producer = producer(kafka, Map.of(
                ProducerConfig.TRANSACTIONAL_ID_CONFIG, "transaction " + commit))) {
            producer.initTransactions();
            producer.beginTransaction();
            send(producer, 50);
            if (commit) producer.commitTransaction();
            else producer.abortTransaction();
        }
    }

    private static Producer<byte[], byte[]> producer(KafkaBroker kafka, Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        all.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void send(Producer<byte[], byte[]> producer, int count) throws InterruptedException, ExecutionException {
        for (int i = 0; i < count; i++) {
            byte[] value = new byte[random.nextInt(6_000)];
            random.nextBytes(value);
            Arrays.fill(value, 0, value.length / 2, (byte) 'x');
            var sent = producer.send(new ProducerRecord<>(TOPIC, 0, 1_700_000_000_000L + random.nextInt(1_000_000),
                random.nextInt(4) == 0 ? null : ("key " + i).getBytes(UTF_8),
                random.nextInt(8) == 0 ? null : value, headers()));
            if (i == count - 1) {
                producer.flush();
                sent.get();
            }
        }
    }

    private List<Header> headers() {
        List<Header> headers = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            headers.add(new RecordHeader(i == 1 ? "" : "gr\u00fc\u00df", random.nextBoolean() ? null : new byte[i]));
        }
        return headers;
    }

    private static List<ConsumerRecord<byte[], byte[]>> consumeAll(KafkaBroker kafka) {
        Map<String, Object> settings = Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers(),
            ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(SOURCE));
            consumer.seekToBeginning(List.of(SOURCE));
            long end = consumer.endOffsets(List.of(SOURCE)).get(SOURCE);
            while (consumer.position(SOURCE) < end) {
                consumer.poll(Duration.ofSeconds(1)).forEach(all::add);
            }
        }
        return all;
    }

    private void copySegments(Path source) throws IOException {
        Path target = Files.createDirectories(directory.resolve("data").resolve(PARTITION.topicId().toString())
            .resolve("0"));
        DataDirectory.open(directory.resolve("empty"), 1).close();
        Files.copy(directory.resolve("empty/meta.properties"), directory.resolve("data/meta.properties"));
        for (Path segment : LogFiles.below(source, ".log")) {
            Files.copy(segment, target.resolve(segment.getFileName()));
        }
    }

    private static LogRecord asOurs(ConsumerRecord<byte[], byte[]> record) {
        List<org.partita.core.record.RecordHeader> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            headers.add(new org.partita.core.record.RecordHeader(header.key(), bytes(header.value())));
        }
        return new LogRecord(record.offset(), record.timestamp(), bytes(record.key()), bytes(record.value()), headers);
    }

    private static Bytes bytes(byte[] content) {
        return content == null ? Bytes.NULL : Bytes.of(content);
    }
}
