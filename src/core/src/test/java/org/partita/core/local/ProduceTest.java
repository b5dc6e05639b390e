package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.produce.Batches.TIME_MILLIS;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchResult;
import org.partita.core.metadata.PartitionNotFoundException;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.metadata.TopicRef;
import org.partita.core.produce.Batches;
import org.partita.core.produce.ProduceRequest;
import org.partita.core.produce.Produced;
import org.partita.core.producer.OutOfOrderSequenceException;
import org.partita.core.producer.ProducerFencedException;
import org.partita.core.record.Bytes;
import org.partita.core.record.Compression;
import org.partita.core.record.LogRecord;
import org.partita.core.record.NewRecord;
import org.partita.core.record.ProducerState;
import org.partita.core.record.RecordBatch;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.insync.NotEnoughReplicasException;
import org.partita.storage.DiskFullException;
import org.partita.storage.testing.AppendFault;

class ProduceTest {
    private static final String TOPIC = ProduceBench.TOPIC;

    @Test
    void batchIsStoredByteForByteBehindItsPlace() {
        ProduceBench orders = new ProduceBench();
        ByteBuffer first = Batches.plain("a", "b");
        ByteBuffer second = Batches.encoded(Compression.GZIP, ProducerState.NONE, "c");

        assertThat(orders.produce(first)).isZero();
        assertThat(orders.produce(second)).isEqualTo(2);

        List<RecordBatch> stored = orders.stored();
        assertThat(stored).extracting(RecordBatch::baseOffset).containsExactly(0L, 2L);
        assertThat(stored.get(0).bytes().position(16)).isEqualTo(first.position(16));
        assertThat(stored.get(1).bytes().position(16)).isEqualTo(second.position(16));
    }

    @Test
    void readersAreShownTheMessagesWithTheirTimes() {
        ProduceBench orders = new ProduceBench();

        orders.produce(Batches.encoded(Compression.GZIP, ProducerState.NONE, "a", "b"));

        assertThat(orders.bench.values(TOPIC, 0)).containsExactly("a", "b");
        assertThat(orders.bench.fetch(TOPIC, 0, 0).records()).extracting(LogRecord::timestampMillis)
            .containsExactly(TIME_MILLIS, TIME_MILLIS + 1);
    }

    @Test
    void answerTellsTheTimeOfTheAppendIfThatIsTheTimeOfTheTopic() {
        ProduceBench orders = new ProduceBench("message.timestamp.type", "LogAppendTime");

        Produced produced = orders.produced(Batches.plain("a", "b"));

        assertThat(produced.where().appendMillis()).isEqualTo(OptionalLong.of(BrokerBench.WALL_CLOCK_MILLIS));
        assertThat(orders.bench.fetch(TOPIC, 0, 0).records()).extracting(LogRecord::timestampMillis)
            .containsOnly(BrokerBench.WALL_CLOCK_MILLIS);
    }

    @Test
    void repetitionIsAnsweredWithTheOffsetOfTheFirst() {
        ProduceBench orders = new ProduceBench();
        orders.produce(Batches.plain("before"));
        orders.produce(Batches.of(7, 0, 0, "a", "b"));
        orders.produce(Batches.of(7, 0, 2, "c"));

        Produced again = orders.produced(Batches.of(7, 0, 0, "a", "b"));

        assertThat(again.where().baseOffset()).isEqualTo(1);
        assertThat(again.duplicate()).isTrue();
        assertThat(orders.bench.values(TOPIC, 0)).containsExactly("before", "a", "b", "c");
        assertThat(orders.bench.broker.statistics().messagesIn()).isEqualTo(4);
    }

    @Test
    void repetitionIsAnsweredNoEarlierThanTheFirstIsStored() {
        ProduceBench orders = new ProduceBench();
        orders.bench.fsyncs.pause();
        CompletionStage<Produced> first = orders.start(Batches.of(7, 0, 0, "a"));
        CompletionStage<Produced> again = orders.start(Batches.of(7, 0, 0, "a"));
        orders.bench.time.run();
        assertThat(first.toCompletableFuture()).isNotDone();
        assertThat(again.toCompletableFuture()).isNotDone();

        orders.bench.fsyncs.resume();

        assertThat(orders.bench.get(first).duplicate()).isFalse();
        assertThat(orders.bench.get(again).where()).isEqualTo(orders.bench.get(first).where());
    }

    @Test
    void repetitionHasTheTimeOfTheFirstAppend() {
        ProduceBench orders = new ProduceBench("message.timestamp.type", "LogAppendTime");
        Produced first = orders.produced(Batches.of(7, 0, 0, "a"));
        orders.bench.pass(5_000);

        assertThat(orders.produced(Batches.of(7, 0, 0, "a")).where()).isEqualTo(first.where());
    }

    @Test
    void aTopicThatIsMadeAgainKnowsNoProducerOfTheOneBefore() {
        ProduceBench orders = new ProduceBench();
        orders.produce(Batches.of(7, 0, 0, "a"));
        orders.produce(Batches.of(7, 0, 1, "b"));
        orders.bench.get(orders.bench.broker.deleteTopic(TOPIC));
        orders.bench.create(TOPIC, 1);

        assertThat(orders.produced(Batches.of(7, 0, 1, "b")).duplicate()).isFalse();
        assertThat(orders.produce(Batches.of(7, 0, 2, "c"))).isEqualTo(1);

        orders.bench.killAndStart();
        assertThat(orders.produced(Batches.of(7, 0, 2, "c")).duplicate()).isTrue();
        assertThat(orders.bench.values(TOPIC, 0)).containsExactly("b", "c");
    }

    @Test
    void gapAndOldEpochAreRefusedAndNothingIsStored() {
        ProduceBench orders = new ProduceBench();
        orders.produce(Batches.of(7, 1, 0, "a"));

        assertThatThrownBy(() -> orders.produce(Batches.of(7, 1, 2, "c")))
            .isInstanceOf(OutOfOrderSequenceException.class);
        assertThatThrownBy(() -> orders.produce(Batches.of(7, 0, 1, "x"))).isInstanceOf(ProducerFencedException.class);

        assertThat(orders.produce(Batches.of(7, 1, 1, "b"))).isEqualTo(1);
        assertThat(orders.bench.values(TOPIC, 0)).containsExactly("a", "b");
    }

    @Test
    void batchesSentTogetherAreAppendedInTheirOrder() {
        ProduceBench orders = new ProduceBench();
        CompletionStage<Produced> first = orders.start(Batches.of(7, 0, 0, "a"));
        CompletionStage<Produced> second = orders.start(
            Batches.encoded(Compression.GZIP, new ProducerState(7, (short) 0, 1, false), "b"));
        CompletionStage<Produced> third = orders.start(Batches.of(7, 0, 2, "c"));

        assertThat(orders.bench.get(third).where().baseOffset()).isEqualTo(2);
        assertThat(orders.bench.get(second).where().baseOffset()).isEqualTo(1);
        assertThat(orders.bench.get(first).where().baseOffset()).isZero();
    }

    @Test
    void batchThatFillsASegmentIsAppendedBehindTheRoll() {
        ProduceBench orders = new ProduceBench("segment.bytes", "4096");

        for (int i = 0; i < 30; i++) {
            assertThat(orders.produce(Batches.of(7, 0, i, i + "x".repeat(500)))).isEqualTo(i);
        }

        assertThat(orders.bench.values(TOPIC, 0)).hasSize(30);
    }

    @Test
    void fullDiskFailsTheBatchAndItsRepetitionIsNew() {
        ProduceBench orders = new ProduceBench();
        orders.produce(Batches.of(7, 0, 0, "a"));
        orders.bench.disk.failNextAppend(AppendFault.DISK_FULL);

        assertThatThrownBy(() -> orders.produce(Batches.of(7, 0, 1, "b")))
            .isInstanceOf(DiskFullException.class);

        Produced again = orders.produced(Batches.of(7, 0, 1, "b"));
        assertThat(again.duplicate()).isFalse();
        assertThat(again.where().baseOffset()).isEqualTo(1);
    }

    @Test
    void tooFewReplicasRefuseAllButTheLeadersAcknowledgement() {
        ProduceBench orders = new ProduceBench("min.insync.replicas", "2");

        assertThatThrownBy(() -> orders.produce(Batches.plain("a"))).isInstanceOf(NotEnoughReplicasException.class);

        assertThat(orders.bench.get(orders.start(Batches.plain("a"), AckPolicy.LEADER)).where().baseOffset()).isZero();
    }

    @Test
    void topicAndPartitionHaveToBeThere() {
        ProduceBench orders = new ProduceBench();

        assertThatThrownBy(() -> orders.bench.get(orders.bench.broker.produce(new ProduceRequest(
            TopicRef.named("nowhere"), 0, Batches.plain("a"), AckPolicy.ALL, 1_000))))
            .isInstanceOf(TopicNotFoundException.class);
        assertThatThrownBy(() -> orders.bench.get(orders.bench.broker.produce(new ProduceRequest(
            TopicRef.named(TOPIC), 1, Batches.plain("a"), AckPolicy.ALL, 1_000))))
            .isInstanceOf(PartitionNotFoundException.class);
    }

    /** The bytes may be freed when it is answered, so it is not answered while the loop may still write them. */
    @Test
    void batchThatWaitsForItsLoopIsNotAnsweredAtItsDeadline() {
        ProduceBench orders = new ProduceBench();
        orders.bench.loops.get(TOPIC + "-0").pause();
        CompletionStage<Produced> waiting = orders.start(Batches.plain("a"));
        orders.bench.pass(60_000);
        assertThat(waiting.toCompletableFuture()).isNotDone();

        orders.bench.loops.get(TOPIC + "-0").resume();

        assertThatThrownBy(() -> orders.bench.get(waiting)).isInstanceOf(LeaderUnavailableException.class);
        assertThat(orders.bench.values(TOPIC, 0)).isEmpty();
    }

    @Test
    void idleProducersAreForgottenInTime() {
        ProduceBench orders = new ProduceBench("retention.ms", "-1");
        orders.produce(Batches.of(7, 0, 0, "a"));
        orders.bench.pass(86_400_000 + 2_000);

        assertThat(orders.produced(Batches.of(7, 0, 0, "a")).duplicate()).isFalse();
    }

    /** B022: times that are far off are found where they are. */
    @Test
    void searchByTimeFindsTheFirstThatIsNotOlder() {
        long tenYears = 315_360_000_000L;
        long now = BrokerBench.WALL_CLOCK_MILLIS;
        ProduceBench orders = new ProduceBench("retention.ms", "-1");
        for (long millis : new long[] {now, now - tenYears, 0, now + tenYears, now + 1}) {
            orders.produce(Batches.encoded(Compression.NONE, ProducerState.NONE,
                List.of(new NewRecord(millis, Bytes.NULL, Bytes.utf8("" + millis), List.of()))));
        }

        assertThat(firstAt(orders, 0)).isZero();
        assertThat(firstAt(orders, now + 1)).isEqualTo(3);
        assertThat(firstAt(orders, now + tenYears + 1)).isEqualTo(5);
    }

    private static long firstAt(ProduceBench orders, long millis) {
        FetchResult found = orders.bench.get(orders.bench.broker.fetch(new FetchRequest(TOPIC, 0,
            new FetchRequest.StartAt.Time(millis), 1, 1 << 20, 0, 0)));
        return found.records().isEmpty() ? found.nextOffset() : found.records().get(0).offset();
    }

    /** B024: a record of the future keeps its segment no longer than others. */
    @Test
    void messageOfTheFutureIsGoneWhenRetentionIsOver() {
        ProduceBench orders = new ProduceBench("retention.ms", "10000", "segment.ms", "5000");
        long future = BrokerBench.WALL_CLOCK_MILLIS + 315_360_000_000L;
        orders.produce(Batches.encoded(Compression.NONE, ProducerState.NONE,
            List.of(new NewRecord(future, Bytes.NULL, Bytes.utf8("v"), List.of()))));

        orders.bench.pass(120_000);

        assertThat(orders.produced(Batches.plain("next")).logStartOffset()).isEqualTo(1);
    }

    @Test
    void messagesOverHttpAndBatchesShareTheirOffsets() {
        ProduceBench orders = new ProduceBench();
        orders.bench.publishTo(TOPIC, 0, "http");

        assertThat(orders.produce(Batches.plain("wire"))).isEqualTo(1);

        assertThat(orders.bench.get(orders.bench.broker.fetch(new FetchRequest(TOPIC, 0,
            new FetchRequest.StartAt.Offset(0), 10, 1 << 20, 0, 0))).highWatermark()).isEqualTo(2);
    }
}
