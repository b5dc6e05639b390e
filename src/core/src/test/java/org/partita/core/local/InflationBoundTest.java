package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.FetchResult;
import org.partita.core.log.LogConfig;
import org.partita.core.log.PartitionLog;
import org.partita.core.metadata.TopicRef;
import org.partita.core.produce.ProduceRequest;
import org.partita.core.produce.Produced;
import org.partita.core.record.Codec;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.ProducerState;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.core.record.SampleRecords;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.storage.PartitionId;
import org.partita.storage.testing.MemorySegmentStore;

/** A broker that has memory for one compressed batch at a time: another is read while the codec is at work. */
class InflationBoundTest {
    private static final String TOPIC = "orders";
    private static final int MAX_WAITING = 1_000;

    private final BrokerBench bench = BrokerBench.started(BrokerBench.limits(
        new BrokerLimits(10, 10, 10_000_000, 10_000_000, 10, 10, 100_000_000, 1, 1, 1, 500, 1000)));
    private final Queue<Runnable> meanwhile = new ArrayDeque<>();
    private final List<byte[]> inflated = new ArrayList<>();

    @BeforeEach
    void storeOnePlainAndTwoCompressedBatches() {
        bench.codecs = Codecs.NONE.with(Compression.ZSTD, new ObservedCodec());
        PartitionId id = new PartitionId(bench.create(TOPIC, 1).topic().id(), 0);
        bench.get(bench.broker.stop());
        bench.store.close();
        try (MemorySegmentStore store = bench.disk.open();
                PartitionLog log = PartitionLog.open(store.partition(id), new LogConfig(1 << 30))) {
            log.append(batch(Compression.NONE, "a"), 0);
            log.append(batch(Compression.ZSTD, "b"), 0);
            log.append(batch(Compression.ZSTD, "c"), 0);
        }
        bench.time.discardAll();
        bench.start();
    }

    @Test
    void batchesOfOneReadAreInflatedOneAfterTheOther() {
        assertThat(values(bench.fetch(TOPIC, 0, 0))).containsExactly("a", "b", "c");
    }

    @Test
    void readThatBeginsWithABatchTooManyWaitsForItsTurn() {
        CompletionStage<FetchResult> first = bench.startFetch(TOPIC, 0, 1, 0);
        CompletionStage<FetchResult> second = bench.startFetch(TOPIC, 0, 2, 0);
        meanwhile.add(bench.time::run);

        assertThat(values(bench.get(first))).containsExactly("b", "c");

        assertThat(second.toCompletableFuture()).isNotDone();
        bench.time.pass(20);
        assertThat(values(bench.get(second))).containsExactly("c");
    }

    @Test
    void readThatMeetsABatchTooManyAnswersWithWhatItHas() {
        CompletionStage<FetchResult> first = bench.startFetch(TOPIC, 0, 1, 0);
        CompletionStage<FetchResult> second = bench.startFetch(TOPIC, 0, 0, 0);
        meanwhile.add(bench.time::run);
        bench.time.run();

        assertThat(values(bench.get(second))).containsExactly("a");
        assertThat(bench.get(second).nextOffset()).isEqualTo(1);
        assertThat(values(bench.get(first))).containsExactly("b", "c");
    }

    @Test
    void readThatWaitedLongEnoughForItsTurnIsRefused() {
        CompletionStage<FetchResult> first = bench.startFetch(TOPIC, 0, 1, 0);
        CompletionStage<FetchResult> second = bench.startFetch(TOPIC, 0, 2, 0);
        meanwhile.add(() -> bench.time.pass(10_000));

        bench.time.run();

        assertThatThrownBy(() -> bench.get(second)).isInstanceOf(LeaderUnavailableException.class);
        assertThat(values(bench.get(first))).containsExactly("b", "c");
        assertThat(values(bench.fetch(TOPIC, 0, 2))).containsExactly("c");
    }

    @Test
    void batchThatCannotBeInflatedGivesItsMemoryBack() {
        meanwhile.add(() -> {
            throw new IllegalStateException("injected");
        });
        assertThatThrownBy(() -> bench.fetch(TOPIC, 0, 1)).hasMessageContaining("cannot be read at offset 1");

        assertThat(values(bench.fetch(TOPIC, 0, 1))).containsExactly("b", "c");
        assertThat(bench.publish(TOPIC, to(0, "d"))).hasSize(1);
    }

    @Test
    void batchThatWaitsForMemoryIsAnsweredWhenTheContainerEnds() {
        List<Boolean> refused = new ArrayList<>();
        meanwhile.add(() -> {
            bench.time.refuseTimers(true);
            CompletionStage<Produced> first = startProduce();
            CompletionStage<Produced> second = startProduce();
            bench.time.run();
            refused.add(first.toCompletableFuture().isCompletedExceptionally());
            refused.add(second.toCompletableFuture().isCompletedExceptionally());
            bench.time.refuseTimers(false);
        });

        bench.fetch(TOPIC, 0, 1);

        assertThat(refused).containsExactly(true, true);
    }

    @Test
    void batchThatWaitsForMemoryIsAnsweredWhenTheBrokerStops() {
        List<Boolean> refused = new ArrayList<>();
        meanwhile.add(() -> {
            CompletionStage<Produced> waiting = startProduce();
            bench.time.run();
            refused.add(waiting.toCompletableFuture().isDone());
            bench.broker.stop();
            bench.time.pass(20);
            refused.add(waiting.toCompletableFuture().isCompletedExceptionally());
        });

        bench.startFetch(TOPIC, 0, 1, 0);
        bench.time.run();

        assertThat(refused).containsExactly(false, true);
    }

    @Test
    void batchesThatFindAThousandOthersWaitingAreStoredOnceAndInOrderWhenTheyAreRepeated() {
        List<CompletionStage<Produced>> sent = new ArrayList<>();
        meanwhile.add(() -> {
            for (int i = 0; i <= MAX_WAITING; i++) sent.add(startProduce(i));
            bench.time.run();
            assertThat(sent.get(MAX_WAITING).toCompletableFuture()).isCompletedExceptionally();
            assertThat(sent.get(MAX_WAITING - 1).toCompletableFuture()).isNotDone();
        });
        bench.fetch(TOPIC, 0, 1);
        bench.time.pass(20);

        assertThatThrownBy(() -> bench.get(sent.get(MAX_WAITING))).isInstanceOf(LeaderUnavailableException.class);

        for (int i = 0; i < MAX_WAITING; i++) {
            assertThat(bench.get(sent.get(i)).where().baseOffset()).isEqualTo(3 + i);
        }
        assertThat(bench.get(startProduce(MAX_WAITING - 1)).duplicate()).isTrue();
        Produced repeated = bench.get(startProduce(MAX_WAITING));
        assertThat(repeated.duplicate()).isFalse();
        assertThat(repeated.where().baseOffset()).isEqualTo(3 + MAX_WAITING);
    }

    private CompletionStage<Produced> startProduce(int sequence) {
        ByteBuffer batch = RecordBatchEncoder.encode(Compression.ZSTD, bench.codecs,
            new ProducerState(7, (short) 0, sequence, false), List.of(SampleRecords.text(1, "k", "d"))).bytes();
        return bench.broker.produce(new ProduceRequest(TopicRef.named(TOPIC), 0, batch, AckPolicy.ALL, 10_000));
    }

    private CompletionStage<Produced> startProduce() {
        return bench.broker.produce(new ProduceRequest(TopicRef.named(TOPIC), 0, batch(Compression.ZSTD, "d").bytes(),
            AckPolicy.ALL, 10_000));
    }

    /** What was inflated may be large, and is not kept in memory for the little that is taken of it. */
    @Test
    void whatIsTakenOfACompressedBatchIsACopy() {
        FetchResult taken = bench.fetch(TOPIC, 0, 1);

        inflated.forEach(each -> Arrays.fill(each, (byte) 0));

        assertThat(inflated).hasSize(2);
        assertThat(values(taken)).containsExactly("b", "c");
        assertThat(taken.records()).allMatch(each -> BrokerBench.text(each.key()).equals("k"));
    }

    private RecordBatch batch(Compression compression, String value) {
        return RecordBatchEncoder.encode(compression, bench.codecs, ProducerState.NONE,
            List.of(SampleRecords.text(1, "k", value)));
    }

    private static List<String> values(FetchResult result) {
        return result.records().stream().map(each -> BrokerBench.text(each.value())).toList();
    }

    /** Compresses nothing, and lets something happen while it inflates. */
    private final class ObservedCodec implements Codec {
        @Override
        public ByteBuffer compress(ByteBuffer records) {
            return records.duplicate();
        }

        @Override
        public ByteBuffer decompress(ByteBuffer compressed, int maxBytes) {
            Runnable next = meanwhile.poll();
            if (next != null) next.run();
            byte[] records = new byte[compressed.remaining()];
            compressed.duplicate().get(records);
            inflated.add(records);
            return ByteBuffer.wrap(records);
        }
    }
}
