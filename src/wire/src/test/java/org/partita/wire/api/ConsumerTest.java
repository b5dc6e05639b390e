package org.partita.wire.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.partita.core.broker.TopicStatus;
import org.partita.core.record.BatchHeader;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.PartitionId;
import org.partita.storage.testing.MemoryDisk;
import org.partita.wire.testing.KafkaListener;
import org.partita.wire.testing.MemoryBroker;

/** Kafka's own consumer, as it is, with partitions that it is given. */
class ConsumerTest {
    private static final TopicPartition ORDERS = new TopicPartition("orders", 0);
    private static final Duration WITHIN = Duration.ofSeconds(20);
    private static final long NOW = 1_700_000_000_000L;

    private final MemoryDisk disk = new MemoryDisk(
        new DirectoryIdentity(MemoryBroker.CLUSTER_ID, KafkaListener.BROKER_ID, new UUID(1, 1), 1));
    private KafkaListener listener;
    private KafkaConsumer<String, String> consumer;

    @BeforeEach
    void start() {
        listener = KafkaListener.on(disk.open());
        consumer = consumer(Map.of());
    }

    @AfterEach
    void stop() {
        consumer.close();
        listener.close();
    }

    @ParameterizedTest
    @CsvSource({"uncompressed,read_committed", "gzip,read_uncommitted", "snappy,read_committed",
        "lz4,read_uncommitted", "zstd,read_committed", "uncompressed,read_uncommitted"})
    void everyCodecIsRead(String codec, String isolation) throws Exception {
        listener.memory().create("orders", 1, Map.of("compression.type", codec));
        List<String> values = IntStream.range(0, 500).mapToObj(i -> "message " + i).toList();
        listener.memory().publishAll("orders", 0, NOW, values.subList(0, 300));
        listener.memory().publishAll("orders", 0, NOW, values.subList(300, 500));

        try (KafkaConsumer<String, String> other = consumer(Map.of("isolation.level", isolation))) {
            other.assign(List.of(ORDERS));
            other.seek(ORDERS, 7);

            assertThat(read(other, 493)).extracting(ConsumerRecord::value).isEqualTo(values.subList(7, 500));
        }
    }

    @Test
    void memberOfAGroupIsRefusedForGood() throws Exception {
        listener.memory().create("orders", 1);

        try (KafkaConsumer<String, String> member = consumer(Map.of("group.id", "billing"))) {
            member.subscribe(List.of("orders"));

            assertThatThrownBy(() -> member.poll(Duration.ofMinutes(1)))
                .isInstanceOf(UnsupportedVersionException.class);
        }
    }

    @Test
    void recordsAreFoundByTheirTimes() throws Exception {
        listener.memory().create("orders", 1);
        for (long time : new long[] {NOW, NOW + 500, NOW + 10, NOW + 500}) {
            listener.memory().publish("orders", 0, time, "at " + time);
        }

        Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(Map.of(ORDERS, NOW + 5));

        assertThat(found.get(ORDERS).offset()).isEqualTo(1);
        assertThat(found.get(ORDERS).timestamp()).isEqualTo(NOW + 500);
        assertThat(found.get(ORDERS).leaderEpoch()).isPresent();
        assertThat(consumer.offsetsForTimes(Map.of(ORDERS, NOW + 501)).get(ORDERS)).isNull();
        assertThat(consumer.beginningOffsets(List.of(ORDERS))).containsEntry(ORDERS, 0L);
        assertThat(consumer.endOffsets(List.of(ORDERS))).containsEntry(ORDERS, 4L);
    }

    @Test
    void offsetsOfEveryKindAreTold() throws Exception {
        listener.memory().create("orders", 1);
        for (long time : new long[] {NOW, NOW + 500, NOW + 10, NOW + 500}) {
            listener.memory().publish("orders", 0, time, "at " + time);
        }

        try (Admin admin = admin()) {
            assertThat(told(admin, OffsetSpec.maxTimestamp()).offset()).isEqualTo(1);
            assertThat(told(admin, OffsetSpec.maxTimestamp()).timestamp()).isEqualTo(NOW + 500);
            assertThat(told(admin, OffsetSpec.earliestLocal()).offset()).isZero();
            assertThat(told(admin, OffsetSpec.earliest()).leaderEpoch()).isPresent();
            assertThat(told(admin, OffsetSpec.latest()).offset()).isEqualTo(4);
            assertThat(told(admin, OffsetSpec.latestTiered()).offset()).isEqualTo(-1);
        }
    }

    @Test
    void aRecordLargerThanWhatIsAskedForIsRead() throws Exception {
        listener.memory().create("orders", 1);
        String large = "x".repeat(300_000);
        for (String each : List.of("before", large, "after")) listener.memory().publish("orders", 0, NOW, each);

        try (KafkaConsumer<String, String> frugal = consumer(Map.of("max.partition.fetch.bytes", 1_000,
            "fetch.max.bytes", 1_000))) {
            frugal.assign(List.of(ORDERS));
            frugal.seekToBeginning(List.of(ORDERS));

            assertThat(read(frugal, 3)).extracting(ConsumerRecord::value).containsExactly("before", large, "after");
        }
    }

    @Test
    void manyPartitionsAreReadInOneSession() throws Exception {
        listener.memory().create("orders", 60);
        List<TopicPartition> all =
            IntStream.range(0, 60).mapToObj(partition -> new TopicPartition("orders", partition)).toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        for (int round = 0; round < 3; round++) {
            for (TopicPartition each : all) listener.memory().publish("orders", each.partition(), NOW, "in " + round);

            assertThat(read(consumer, 60)).extracting(ConsumerRecord::partition).doesNotHaveDuplicates();
        }
    }

    @Test
    void b107AnOffsetThatIsNotThereIsToldOrResetAsTheClientWishes() throws Exception {
        listener.memory().create("orders", 1);
        for (String each : List.of("a", "b", "c")) listener.memory().publish("orders", 0, NOW, each);
        try (Admin admin = admin()) {
            admin.deleteRecords(Map.of(ORDERS, RecordsToDelete.beforeOffset(2))).all().get();
        }

        consumer.assign(List.of(ORDERS));
        consumer.seek(ORDERS, 0);
        assertThat(read(consumer, 1)).extracting(ConsumerRecord::value).containsExactly("c");
        try (KafkaConsumer<String, String> strict = consumer(Map.of("auto.offset.reset", "none"))) {
            strict.assign(List.of(ORDERS));
            strict.seek(ORDERS, 0);
            assertThatThrownBy(() -> read(strict, 1)).isInstanceOf(OffsetOutOfRangeException.class);
        }
    }

    @Test
    void deletedRecordsStayDeleted() throws Exception {
        listener.memory().create("orders", 1);
        for (String each : List.of("a", "b", "c")) listener.memory().publish("orders", 0, NOW, each);
        try (Admin admin = admin()) {
            assertThat(admin.deleteRecords(Map.of(ORDERS, RecordsToDelete.beforeOffset(1))).lowWatermarks().get(ORDERS)
                .get().lowWatermark()).isEqualTo(1);
            assertThat(admin.deleteRecords(Map.of(ORDERS, RecordsToDelete.beforeOffset(-1))).lowWatermarks()
                .get(ORDERS).get().lowWatermark()).isEqualTo(3);
            assertThatThrownBy(() -> admin.deleteRecords(Map.of(ORDERS, RecordsToDelete.beforeOffset(4))).all().get())
                .hasCauseInstanceOf(org.apache.kafka.common.errors.OffsetOutOfRangeException.class);
        }

        consumer.close();
        listener.close();
        start();

        assertThat(consumer.beginningOffsets(List.of(ORDERS))).containsEntry(ORDERS, 3L);
        assertThat(consumer.endOffsets(List.of(ORDERS))).containsEntry(ORDERS, 3L);
    }

    @Test
    void aTopicThatIsDeletedAndMadeAgainIsReadFromItsStart() throws Exception {
        listener.memory().create("orders", 1);
        listener.memory().publish("orders", 0, NOW, "old");
        consumer.assign(List.of(ORDERS));
        consumer.seekToBeginning(List.of(ORDERS));
        assertThat(read(consumer, 1)).hasSize(1);

        listener.broker().deleteTopic("orders").toCompletableFuture().get();
        listener.memory().create("orders", 1);
        listener.memory().publish("orders", 0, NOW, "new");

        consumer.seekToBeginning(List.of(ORDERS));
        assertThat(read(consumer, 1)).extracting(ConsumerRecord::value).containsExactly("new");
    }

    /** The broker looks at no checksum of what it sends. */
    @Test
    void aDamagedValueIsFoundByItsConsumerAndOthersAreServed() throws Exception {
        TopicStatus topic = listener.memory().create("orders", 2);
        listener.memory().publish("orders", 0, NOW, "damaged");
        listener.memory().publish("orders", 1, NOW, "whole");
        disk.overwrite(new PartitionId(topic.topic().id(), 0), 0, BatchHeader.SIZE_BYTES + 10, (byte) 'D');

        consumer.assign(List.of(ORDERS));
        consumer.seek(ORDERS, 0);
        assertThatThrownBy(() -> read(consumer, 1)).isInstanceOf(KafkaException.class)
            .rootCause().hasMessageContaining("Record is corrupt");

        consumer.assign(List.of(new TopicPartition("orders", 1)));
        consumer.seekToBeginning(consumer.assignment());
        assertThat(read(consumer, 1)).extracting(ConsumerRecord::value).containsExactly("whole");
    }

    private ListOffsetsResultInfo told(Admin admin, OffsetSpec spec) throws Exception {
        return admin.listOffsets(Map.of(ORDERS, spec)).partitionResult(ORDERS).get();
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", listener.bootstrap()));
    }

    private KafkaConsumer<String, String> consumer(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(Map.of("bootstrap.servers", listener.bootstrap(),
            "auto.offset.reset", "earliest", "enable.auto.commit", false, "default.api.timeout.ms", 20_000));
        all.putAll(settings);
        return new KafkaConsumer<>(all, new StringDeserializer(), new StringDeserializer());
    }

    private static List<ConsumerRecord<String, String>> read(KafkaConsumer<String, String> consumer, int count) {
        List<ConsumerRecord<String, String>> all = new ArrayList<>();
        await().atMost(WITHIN).until(() -> {
            consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            return all.size() >= count;
        });
        assertThat(all).hasSize(count);
        return all;
    }
}
