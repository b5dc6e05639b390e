package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.partita.core.local.BrokerBench.to;
import static org.partita.core.local.KeyedBench.replayOf;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishOutcome.Stored;
import org.partita.core.broker.RecordTooLargeException;
import org.partita.core.broker.TopicChange;
import org.partita.core.idempotency.IdempotencyKeyReusedException;
import org.partita.core.log.LogConfig;
import org.partita.core.log.PartitionLog;
import org.partita.core.record.Bytes;
import org.partita.core.record.Codec;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;
import org.partita.storage.testing.MemorySegmentStore;

/** What a broker makes of the messages of a topic with {@code compression.type}. */
class CompressionTypeTest {
    private static final String WELL_COMPRESSED = "v".repeat(1_000);

    private final KeyedBench keyed = new KeyedBench();
    private final BrokerBench bench = keyed.broker;

    @ParameterizedTest
    @ValueSource(strings = {"producer", "uncompressed"})
    void batchOfTheBrokerIsNotCompressedUnlessAsked(String type) {
        bench.create("orders", 1, "compression.type", type);

        bench.publishTo("orders", 0, WELL_COMPRESSED);

        assertThat(batches()).extracting(RecordBatch::compression).containsExactly(Compression.NONE);
    }

    @Test
    void messagesAreCompressedInTheLogAndReadAsTheyWere() {
        bench.create("orders", 1, "compression.type", "gzip");

        List<PublishOutcome> outcomes = bench.publish("orders", to(0, WELL_COMPRESSED), to(0, "b"));

        assertThat(outcomes).extracting("offset").containsExactly(0L, 1L);
        assertThat(bench.values("orders", 0)).containsExactly(WELL_COMPRESSED, "b");
        assertThat(values(bench.fetch("orders", 0, 1).records())).containsExactly("b");
        assertThat(sizeBytes()).isLessThan(200);
        assertThat(batches()).extracting(RecordBatch::compression).containsExactly(Compression.GZIP);
        bench.crashAndStart();
        assertThat(bench.values("orders", 0)).containsExactly(WELL_COMPRESSED, "b");
        assertThat(bench.publishTo("orders", 0, "c")).isEqualTo(2);
    }

    @Test
    void changeHoldsForTheNextMessage() {
        bench.create("orders", 1);
        bench.publishTo("orders", 0, "a");
        change("gzip");
        bench.publishTo("orders", 0, "b");
        change("uncompressed");
        bench.publishTo("orders", 0, "c");

        assertThat(bench.values("orders", 0)).containsExactly("a", "b", "c");
        assertThat(batches()).extracting(RecordBatch::compression)
            .containsExactly(Compression.NONE, Compression.GZIP, Compression.NONE);
    }

    @Test
    void limitOfAMessageIsThatOfItsOwnSize() {
        bench.create("orders", 1, "compression.type", "gzip", "max.message.bytes", "1000");

        assertThat(bench.publishTo("orders", 0, WELL_COMPRESSED)).isZero();
        assertThat(KeyedBench.failure(bench.publish("orders", to(0, WELL_COMPRESSED + "v")).get(0)))
            .isInstanceOf(RecordTooLargeException.class);
    }

    @Test
    void largestMessageOfAllIsStoredAndRead() {
        bench.create("orders", 1, "compression.type", "gzip", "max.message.bytes", "16777216");
        String largest = "v".repeat(16 << 20);

        keyed.store("k", to(0, largest));

        assertThat(bench.values("orders", 0)).containsExactly(largest);
        assertThat(batches()).extracting(RecordBatch::compression).containsExactly(Compression.NONE);
    }

    @Test
    void messagesThatCompressionMakesLargerAreStored() {
        byte[] noise = new byte[50_000];
        new Random(5).nextBytes(noise);
        bench.create("orders", 1, "compression.type", "gzip");

        bench.publish("orders", new OutboundMessage(Bytes.NULL, Bytes.of(noise), List.of(), 0, OutboundMessage.NOW));

        assertThat(sizeBytes()).isGreaterThan(noise.length);
        assertThat(bench.fetch("orders", 0, 0).records().get(0).value()).isEqualTo(Bytes.of(noise));
    }

    @Test
    void largeRequestBecomesBatchesOfAMebibyteBeforeCompression() {
        bench.create("orders", 1, "compression.type", "gzip");
        OutboundMessage[] messages = new OutboundMessage[25];
        for (int i = 0; i < messages.length; i++) messages[i] = to(0, "v".repeat(100_000));

        bench.publish("orders", messages);

        assertThat(batches()).extracting(RecordBatch::recordCount).containsExactly(10, 10, 5);
    }

    @Test
    void fetchByTimeLooksIntoCompressedBatches() {
        bench.create("orders", 1, "compression.type", "gzip");
        bench.publish("orders", at(100), at(300), at(200));

        List<LogRecord> found = bench.get(bench.broker.fetch(new FetchRequest("orders", 0, new StartAt.Time(101), 500,
            1 << 20, 0, 0))).records();

        assertThat(found).extracting(LogRecord::offset).containsExactly(1L, 2L);
    }

    @Test
    void keysOfCompressedBatchesAreKnownAfterARestart() {
        bench.create("orders", 1, "compression.type", "gzip");
        Stored first = keyed.store("k", to(0, "a"));

        Stored atOnce = keyed.store("k", to(0, "a"));
        bench.crashAndStart();
        Stored afterCrash = keyed.store("k", to(0, "a"));

        assertThat(List.of(atOnce, afterCrash)).containsOnly(replayOf(first));
        assertThat(keyed.refusal("k", to(0, "b"))).isInstanceOf(IdempotencyKeyReusedException.class);
        assertThat(keyed.values()).containsExactly("a");
        assertThat(batches()).extracting(RecordBatch::compression).containsExactly(Compression.GZIP);
    }

    /** What is left is found out on the loop, which must not be held up by compressing it. */
    @Test
    void whatIsLeftOfARepeatedRequestIsNotCompressed() {
        bench.create("orders", 1, "compression.type", "gzip");
        keyed.publish("k", to(0, "a"));

        List<PublishOutcome> outcomes = keyed.publish("k", to(0, "a"), to(0, "b"));

        assertThat(outcomes).extracting("offset", "replayed").containsExactly(
            tuple(0L, true), tuple(1L, false));
        assertThat(batches()).extracting(RecordBatch::compression).containsExactly(Compression.GZIP, Compression.NONE);
        bench.crashAndStart();
        assertThat(keyed.publish("k", to(0, "a"), to(0, "b"))).extracting("replayed").containsOnly(true);
    }

    @Test
    void compressionTakesNoMorePendingMessagesThanThereWouldBeWithoutIt() {
        BrokerBench small = BrokerBench.started(BrokerBench.limits(
            new BrokerLimits(10, 10, 1000, 10_000, 10, 10, 10_000, 1, 1, 1, 500, 1000)));
        small.create("orders", 1, "compression.type", "gzip");
        small.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> first = small.startPublish("orders", to(0, "m".repeat(900)));
        small.time.run();

        PublishOutcome second = small.publish("orders", to(0, "m".repeat(900))).get(0);
        small.fsyncs.resume();

        assertThat(KeyedBench.failure(second)).isInstanceOf(LeaderUnavailableException.class);
        assertThat(small.get(first).get(0)).isInstanceOf(Stored.class);
    }

    @Test
    void codecThatCannotBeLoadedAnyMoreTakesThePartitionOfflineForItsKeysAreNotKnown() {
        bench.create("orders", 1, "compression.type", "gzip");
        keyed.store("k", to(0, "a"));
        change("producer");
        bench.codecs = Codecs.NONE.with(Compression.GZIP, new MissingCodec());

        bench.crashAndStart();

        assertThat(keyed.refusal("k", to(0, "a"))).isInstanceOf(LeaderUnavailableException.class)
            .hasMessageContaining("its library was not loaded");
        bench.codecs = Codecs.JDK;
        bench.crashAndStart();
        assertThat(keyed.store("k", to(0, "a")).replayed()).isTrue();
    }

    /** Others may have written it; a batch that a broker compressed is never so. */
    @Test
    void recentBatchThatCannotBeDecodedTakesNoPartitionOffline() {
        PartitionId id = new PartitionId(bench.create("orders", 1).topic().id(), 0);
        keyed.store("k", to(0, "a"));
        bench.get(bench.broker.stop());
        bench.store.close();
        try (MemorySegmentStore store = bench.disk.open();
                PartitionLog log = PartitionLog.open(store.partition(id), new LogConfig(1 << 30))) {
            log.append(SampleRecords.around(Compression.GZIP, new byte[20], 3).appendedAt(bench.wallMillis), 0);
        }
        bench.time.discardAll();

        bench.start();

        assertThat(keyed.store("k", to(0, "a")).replayed()).isTrue();
        assertThat(bench.publishTo("orders", 0, "b")).isEqualTo(4);
    }

    private static final class MissingCodec implements Codec {
        @Override
        public ByteBuffer compress(ByteBuffer records) {
            throw new StorageException("it cannot be used, its library was not loaded");
        }

        @Override
        public ByteBuffer decompress(ByteBuffer compressed, int maxBytes) {
            throw new StorageException("it cannot be used, its library was not loaded");
        }
    }

    private void change(String compressionType) {
        bench.get(bench.broker.changeTopic(TopicChange.ofConfig("orders",
            Map.of("compression.type", compressionType), Set.of())));
    }

    private static OutboundMessage at(long timestampMillis) {
        return new OutboundMessage(Bytes.NULL, Bytes.utf8("v"), List.of(), 0, timestampMillis);
    }

    private long sizeBytes() {
        return bench.get(bench.broker.topicStatus("orders")).partitions().get(0).sizeBytes();
    }

    /** Those of partition 0 as they stand in the log; the broker is killed for it, and started again. */
    private List<RecordBatch> batches() {
        PartitionId id = new PartitionId(bench.broker.metadata().topic("orders").orElseThrow().id(), 0);
        bench.kill();
        List<RecordBatch> batches = new ArrayList<>();
        try (MemorySegmentStore store = bench.disk.open();
                PartitionLog log = PartitionLog.open(store.partition(id), new LogConfig(1 << 30))) {
            for (long next = 0; next < log.logEndOffset(); next = batches.get(batches.size() - 1).nextOffset()) {
                batches.addAll(log.read(next, Long.MAX_VALUE, 1 << 20).batches());
            }
        }
        bench.start();
        return batches;
    }

    private static List<String> values(List<LogRecord> records) {
        return records.stream().map(each -> BrokerBench.text(each.value())).toList();
    }
}
