package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import org.apache.kafka.common.record.ControlRecordType;
import org.apache.kafka.common.record.EndTransactionMarker;
import org.apache.kafka.common.record.MemoryRecords;
import org.junit.jupiter.api.Test;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchResult;
import org.partita.core.log.LogConfig;
import org.partita.core.log.PartitionLog;
import org.partita.core.record.AllocatedBytes;
import org.partita.core.record.Codec;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.NewRecord;
import org.partita.core.record.ProducerState;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.core.record.SampleRecords;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;
import org.partita.storage.testing.MemorySegmentStore;

/** Batches that this broker did not make: of Kafka, of transactions, in every compression. */
class ForeignBatchTest {
    private static final String TOPIC = "orders";
    private static final int MIB = 1 << 20;

    private final BrokerBench bench = BrokerBench.started();

    @Test
    void controlBatchesAreNotShownAndOffsetsGoOn() {
        stored(text("a"), marker(ControlRecordType.COMMIT), marker(ControlRecordType.ABORT), text("b"),
            marker(ControlRecordType.COMMIT));

        FetchResult all = bench.fetch(TOPIC, 0, 0);
        FetchResult fromMarker = bench.fetch(TOPIC, 0, 1);
        FetchResult lastMarker = bench.fetch(TOPIC, 0, 4);

        assertThat(values(all)).containsExactly("a", "b");
        assertThat(all.records()).extracting(each -> each.offset()).containsExactly(0L, 3L);
        assertThat(all.nextOffset()).isEqualTo(5);
        assertThat(values(fromMarker)).containsExactly("b");
        assertThat(lastMarker.records()).isEmpty();
        assertThat(lastMarker.nextOffset()).isEqualTo(5);
    }

    @Test
    void fetchWaitsBehindControlBatchesForTheNextMessage() {
        stored(marker(ControlRecordType.COMMIT));

        CompletionStage<FetchResult> waiting = bench.startFetch(TOPIC, 0, 0, 30_000);
        bench.time.run();
        assertThat(waiting.toCompletableFuture()).isNotDone();
        bench.publishTo(TOPIC, 0, "a");

        assertThat(values(bench.get(waiting))).containsExactly("a");
        assertThat(bench.get(waiting).nextOffset()).isEqualTo(2);
    }

    @Test
    void batchesOfATransactionAreShown() {
        ProducerState producer = new ProducerState(9, (short) 1, 0, true);
        stored(RecordBatchEncoder.encode(Compression.GZIP, Codecs.JDK, producer,
            List.of(SampleRecords.text(1, "k", "v"))));

        assertThat(values(bench.fetch(TOPIC, 0, 0))).containsExactly("v");
    }

    @Test
    void batchThatCannotBeDecodedFailsOnlyTheFetchThatNeedsIt() {
        stored(text("a"), SampleRecords.around(Compression.ZSTD, new byte[20], 3), text("b"));

        FetchResult before = bench.fetch(TOPIC, 0, 0);

        assertThat(values(before)).containsExactly("a");
        assertThat(before.nextOffset()).isEqualTo(1);
        for (long offset = 1; offset < 4; offset++) {
            long wanted = offset;
            assertThatThrownBy(() -> bench.fetch(TOPIC, 0, wanted)).isInstanceOf(StorageException.class)
                .hasMessage("Partition orders-0 cannot be read at offset " + wanted + ": the records of the batch of "
                    + "offsets 1 to 3 cannot be decoded: the records are compressed with ZSTD, which cannot be read "
                    + "here");
        }
        assertThat(values(bench.fetch(TOPIC, 0, 4))).containsExactly("b");
        assertThat(bench.publishTo(TOPIC, 0, "c")).isEqualTo(5);
    }

    @Test
    void damageInsideABatchLeavesTheRecordsBeforeIt() {
        RecordBatch good = RecordBatchEncoder.encode(Compression.NONE,
            List.of(SampleRecords.text(1, "k", "x"), SampleRecords.text(1, "k", "y")));
        byte[] content = new byte[good.sizeBytes() - RecordBatch.HEADER_BYTES];
        good.bytes().get(RecordBatch.HEADER_BYTES, content);
        content[content.length - 1] = 40;
        stored(text("a"), SampleRecords.around(Compression.NONE, content, 2));

        FetchResult before = bench.fetch(TOPIC, 0, 0);

        assertThat(values(before)).containsExactly("a", "x");
        assertThat(before.nextOffset()).isEqualTo(2);
        assertThatThrownBy(() -> bench.fetch(TOPIC, 0, 2)).hasMessageContaining("offsets 1 to 2 cannot be decoded");
    }

    @Test
    void fewOfMillionsOfInflatedRecordsCostLittle() {
        NewRecord small = SampleRecords.text(0, "", "");
        int count = 1_500_000;
        stored(RecordBatchEncoder.encode(Compression.GZIP, IntStream.range(0, count).mapToObj(i -> small).toList()));
        CompletionStage<FetchResult> fetch = bench.broker.fetch(new FetchRequest(TOPIC, 0,
            new FetchRequest.StartAt.Offset(10), 5, MIB, 0, 0));

        long allocated = AllocatedBytes.of(() -> assertThat(bench.get(fetch).records()).hasSize(5));

        assertThat(allocated).isLessThan(70L * MIB);
    }

    @Test
    void batchThatInflatesBeyondTheBoundIsRefused() {
        NewRecord large = SampleRecords.text(0, "k", "v".repeat(17 * MIB));
        stored(RecordBatchEncoder.encode(Compression.GZIP, List.of(large)), text("b"));

        assertThatThrownBy(() -> bench.fetch(TOPIC, 0, 0)).hasMessageContaining("inflate to more than 16777216 bytes");
        assertThat(values(bench.fetch(TOPIC, 0, 1))).containsExactly("b");
    }

    @Test
    void errorWhileABatchIsDecodedIsAnswered() {
        bench.codecs = Codecs.JDK.with(Compression.ZSTD, new FailingCodec());
        stored(SampleRecords.around(Compression.ZSTD, new byte[20], 1), text("b"));

        assertThatThrownBy(() -> bench.fetch(TOPIC, 0, 0)).isInstanceOf(StorageException.class)
            .hasMessageContaining("cannot be read at offset 0").hasMessageContaining("nobody foresaw")
            .hasRootCauseInstanceOf(LinkageError.class);
        assertThat(values(bench.fetch(TOPIC, 0, 1))).containsExactly("b");
    }

    private static final class FailingCodec implements Codec {
        @Override
        public ByteBuffer compress(ByteBuffer records) {
            throw new NoClassDefFoundError("injected");
        }

        @Override
        public ByteBuffer decompress(ByteBuffer compressed, int maxBytes) {
            throw new NoClassDefFoundError("injected");
        }
    }

    /** Puts the batches into a new topic while the broker is down. */
    private void stored(RecordBatch... batches) {
        PartitionId id = new PartitionId(bench.create(TOPIC, 1).topic().id(), 0);
        bench.get(bench.broker.stop());
        bench.store.close();
        try (MemorySegmentStore store = bench.disk.open();
                PartitionLog log = PartitionLog.open(store.partition(id), new LogConfig(1 << 30))) {
            for (RecordBatch each : batches) log.append(each, 0);
        }
        bench.time.discardAll();
        bench.start();
    }

    private static RecordBatch text(String value) {
        return RecordBatchEncoder.encode(Compression.NONE, List.of(SampleRecords.text(1, "k", value)));
    }

    private static RecordBatch marker(ControlRecordType type) {
        return RecordBatch.of(MemoryRecords.withEndTransactionMarker(0, 1, 0, 9, (short) 1,
            new EndTransactionMarker(type, 0)).buffer());
    }

    private static List<String> values(FetchResult result) {
        return result.records().stream().map(each -> BrokerBench.text(each.value())).toList();
    }
}
