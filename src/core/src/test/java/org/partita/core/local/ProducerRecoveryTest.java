package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.partita.core.execution.Budget;
import org.partita.core.execution.LoggedLines;
import org.partita.core.metadata.TopicRef;
import org.partita.core.produce.Batches;
import org.partita.core.produce.Produced;
import org.partita.core.producer.OutOfOrderSequenceException;
import org.partita.core.producer.ProducerFencedException;
import org.partita.core.producer.ProducerIdentity;
import org.partita.core.producer.ProducerLimits;
import org.partita.core.producer.ProducerTable;
import org.partita.core.record.BatchHeader;
import org.partita.storage.BrokerException;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.testing.StateWriteFault;

/** What a broker knows of idempotent producers after a start. */
class ProducerRecoveryTest {
    private static final int BATCHES = 40;

    private final ProduceBench orders = new ProduceBench("segment.bytes", "4096", "retention.ms", "-1");

    @Test
    void repetitionAfterACrashIsAnsweredWithTheOffsetOfTheFirst() {
        orders.produce(Batches.of(7, 0, 0, "a", "b"));

        orders.bench.crashAndStart();

        Produced again = orders.produced(Batches.of(7, 0, 0, "a", "b"));
        assertThat(again.duplicate()).isTrue();
        assertThat(again.where().baseOffset()).isZero();
        assertThat(orders.bench.values(ProduceBench.TOPIC, 0)).containsExactly("a", "b");
    }

    @Test
    void whatACrashTookIsNewAgain() {
        ProduceBench async = new ProduceBench("flush", "async");
        async.produce(Batches.of(7, 0, 0, "a"));

        async.bench.crashAndStart();

        assertThat(async.produced(Batches.of(7, 0, 0, "a")).duplicate()).isFalse();
        assertThat(async.bench.values(ProduceBench.TOPIC, 0)).containsExactly("a");
    }

    @Test
    void everyStartKnowsWhereAProducerStandsAndItsLastFiveBatches() {
        fillSegments();

        orders.bench.killAndStart();
        assertKnown();
        orders.bench.stopAndStart();
        assertKnown();
        orders.bench.crashAndStart();
        assertKnown();
    }

    @Test
    void withoutSnapshotsTheLogTellsTheSame() {
        fillSegments();
        removeSnapshots();

        orders.bench.killAndStart();

        assertKnown();
    }

    @Test
    void twoSnapshotsAreKeptAndOldSegmentsAreNotReadWithThem() {
        fillSegments();
        assertThat(files().indexes(IndexKind.PRODUCERS)).hasSize(2);
        orders.bench.disk.overwrite(orders.partition(), 0, 100, (byte) 0x55, (byte) 0x55);

        orders.bench.killAndStart();

        assertKnown();
    }

    @Test
    void damagedSnapshotIsDeletedAndTheOneBeforeItIsUsed() {
        fillSegments();
        long newest = files().indexes(IndexKind.PRODUCERS).get(1);
        files().writeIndex(newest, IndexKind.PRODUCERS, 20, ByteBuffer.wrap(new byte[] {1, 2, 3}));

        orders.bench.killAndStart();

        assertThat(files().indexes(IndexKind.PRODUCERS)).doesNotContain(newest);
        assertKnown();
    }

    @Test
    void snapshotOfAnotherPartitionIsNotUsed() {
        orders.bench.create("other", 1, "segment.bytes", "4096");
        fillSegments();
        long newest = files().indexes(IndexKind.PRODUCERS).get(1);
        PartitionStore other = orders.bench.store.partition(new PartitionId(
            orders.bench.broker.metadata().topic("other").orElseThrow().id(), 0));
        try (var file = files().openIndex(newest, IndexKind.PRODUCERS).orElseThrow()) {
            other.writeIndex(0, IndexKind.PRODUCERS, 0, file.read(0, (int) file.sizeBytes()));
        }

        orders.bench.killAndStart();

        assertThat(orders.bench.store.partition(other.id()).indexes(IndexKind.PRODUCERS)).isEmpty();
        assertKnown();
    }

    /** As after a restore of some files from a backup: the snapshot is of a log with other batches. */
    @Test
    void snapshotThatEndsWithinABatchIsDeletedAndTheLogIsRead() {
        orders.produce(Batches.of(7, 0, 0, "a", "b"));
        orders.produce(Batches.of(7, 0, 2, "c", "d"));
        int epoch = orders.bench.broker.reader(TopicRef.named(ProduceBench.TOPIC), 0).bounds().leaderEpoch();
        ProducerTable other = new ProducerTable(ProducerLimits.DEFAULT, new Budget(1));
        other.recover(BatchHeader.read(Batches.of(7, 0, 0, "a", "b", "c")), 0);
        files().writeIndex(0, IndexKind.PRODUCERS, 0,
            other.capture(orders.partition(), 3, epoch, BrokerBench.WALL_CLOCK_MILLIS, 0).encode());

        orders.bench.killAndStart();

        assertThat(files().indexes(IndexKind.PRODUCERS)).isEmpty();
        assertThat(orders.produced(Batches.of(7, 0, 2, "c", "d")).where().baseOffset()).isEqualTo(2);
    }

    @Test
    void fencedProducersStayFenced() {
        orders.produce(Batches.of(7, 3, 0, "a"));

        orders.bench.killAndStart();

        assertThatThrownBy(() -> orders.produce(Batches.of(7, 2, 1, "b")))
            .isInstanceOf(ProducerFencedException.class);
    }

    @Test
    void producerIdsAreGivenOnceWhateverHappens() {
        ProducerIdentity first = orders.bench.get(orders.bench.broker.createProducer());
        ProducerIdentity second = orders.bench.get(orders.bench.broker.createProducer());
        orders.bench.killAndStart();
        ProducerIdentity third = orders.bench.get(orders.bench.broker.createProducer());
        orders.bench.crashAndStart();
        ProducerIdentity fourth = orders.bench.get(orders.bench.broker.createProducer());

        assertThat(first).isEqualTo(new ProducerIdentity(0, (short) 0));
        assertThat(second.id()).isEqualTo(1);
        assertThat(third.id()).isEqualTo(1_000);
        assertThat(fourth.id()).isEqualTo(2_000);
    }

    @Test
    void producerIdsAreNotGivenWhileTheyCannotBeReserved() {
        orders.bench.disk.failNextStateWrite();

        assertThatThrownBy(() -> orders.bench.get(orders.bench.broker.createProducer()))
            .hasFieldOrPropertyWithValue("code", "coordinator-loading");

        assertThat(orders.bench.get(orders.bench.broker.createProducer()).epoch()).isZero();
    }

    @Test
    void operatorIsToldWhetherOnlyARestartHelps() {
        try (LoggedLines log = new LoggedLines(MetadataProducerIds.class)) {
            orders.bench.disk.failNextStateWrite();
            refuseProducer();
            assertThat(log.at(Level.WARNING)).singleElement().asString().contains("tried again");

            orders.bench.disk.failStateWrite(1, StateWriteFault.IO_ERROR_AFTER_REPLACING);
            orders.bench.disk.failStateWrite(2, StateWriteFault.IO_ERROR);
            orders.bench.disk.failStateWrite(3, StateWriteFault.IO_ERROR);
            refuseProducer();
            refuseProducer();

            assertThat(log.at(Level.WARNING)).hasSize(1);
            assertThat(log.at(Level.SEVERE)).singleElement().asString().contains("until the broker is restarted");
        }
    }

    private void refuseProducer() {
        assertThatThrownBy(() -> orders.bench.get(orders.bench.broker.createProducer()))
            .isInstanceOf(BrokerException.class);
    }

    @Test
    void bumpKeepsTheIdAndRaisesTheEpoch() {
        ProducerIdentity first = orders.bench.get(orders.bench.broker.createProducer());

        ProducerIdentity next = orders.bench.get(orders.bench.broker.bumpProducer(first));

        assertThat(next).isEqualTo(new ProducerIdentity(first.id(), (short) 1));
    }

    private void fillSegments() {
        for (int i = 0; i < BATCHES; i++) {
            orders.produce(Batches.of(7, 0, i, i + "x".repeat(500)));
            if (i % 10 == 0) orders.bench.pass(10_000);
        }
        orders.bench.pass(10_000);
    }

    private void assertKnown() {
        for (int i = BATCHES - 5; i < BATCHES; i++) {
            Produced again = orders.produced(Batches.of(7, 0, i, i + "x".repeat(500)));
            assertThat(again.duplicate()).isTrue();
            assertThat(again.where().baseOffset()).isEqualTo(i);
        }
        assertThatThrownBy(() -> orders.produce(Batches.of(7, 0, BATCHES + 1, "gap")))
            .isInstanceOf(OutOfOrderSequenceException.class);
    }

    private void removeSnapshots() {
        for (long each : files().indexes(IndexKind.PRODUCERS)) {
            orders.bench.disk.removeIndex(orders.partition(), each, IndexKind.PRODUCERS);
        }
    }

    private PartitionStore files() {
        return orders.bench.store.partition(orders.partition());
    }
}
