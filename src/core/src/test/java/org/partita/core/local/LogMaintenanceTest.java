package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.execution.LoggedLines;
import org.partita.core.log.LogDirectory;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;
import org.partita.storage.testing.MemorySegmentStore;
import org.partita.storage.testing.StateWriteFault;

/** What a broker does to its logs from time to time, and what that spares the next start. */
class LogMaintenanceTest {
    private final BrokerBench bench = BrokerBench.started();

    @Test
    void b026MessageOfAQuietTopicGoesWithinTheRetentionAndTwoRounds() {
        bench.create("orders", 1, "retention.ms", "10000");
        bench.publishTo("orders", 0, "a");

        bench.pass(10_000 + 2 * LogMaintenance.PAUSE_MILLIS);

        assertThat(status("orders").logStartOffset()).isEqualTo(1);
        assertThatThrownBy(() -> bench.fetch("orders", 0, 0)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThat(files("orders")).containsExactly(1L);
        assertThat(bench.publishTo("orders", 0, "b")).isEqualTo(1);
    }

    @Test
    void newMessagesAndUnlimitedTopicsStay() {
        bench.create("orders", 1, "retention.ms", "10000");
        bench.create("ledger", 1, "retention.ms", "-1", "segment.ms", "5000");
        bench.publishTo("ledger", 0, "kept");
        bench.pass(60_000);
        bench.publishTo("orders", 0, "new");
        bench.pass(9_000);

        assertThat(bench.values("orders", 0)).containsExactly("new");
        assertThat(bench.values("ledger", 0)).containsExactly("kept");
        assertThat(files("ledger")).containsExactly(0L, 1L);
    }

    @Test
    void segmentsGoWhenThePartitionIsLargerThanAskedFor() {
        bench.create("orders", 1, "segment.bytes", "4096", "retention.bytes", "8192");
        for (int i = 0; i < 30; i++) bench.publishTo("orders", 0, "v".repeat(1000));

        bench.pass(LogMaintenance.PAUSE_MILLIS);

        assertThat(status("orders").sizeBytes()).isBetween(8192L, 8192L + 4096);
        assertThat(files("orders").get(0)).isEqualTo(status("orders").logStartOffset());
    }

    @Test
    void logStartIsKeptOverRestarts() {
        bench.create("orders", 1, "segment.bytes", "4096", "retention.bytes", "8192");
        for (int i = 0; i < 30; i++) bench.publishTo("orders", 0, "v".repeat(1000));
        bench.pass(LogMaintenance.PAUSE_MILLIS);
        long start = status("orders").logStartOffset();

        bench.crashAndStart();
        assertThat(status("orders").logStartOffset()).isEqualTo(start).isPositive();
        bench.stopAndStart();

        assertThat(status("orders").logStartOffset()).isEqualTo(start);
        assertThat(bench.fetch("orders", 0, start).records()).hasSize(30 - (int) start);
    }

    @Test
    void startAfterACleanStopDoesNotReadSegmentsAgain() {
        PartitionId id = filled();
        bench.get(bench.broker.stop());
        bench.store.close();
        bench.disk.overwrite(id, 0, 100, (byte) 0x55, (byte) 0x55);
        bench.wallMillis += 3_600_000;

        bench.start();

        assertThat(status("small").error()).isEmpty();
        assertThatThrownBy(() -> bench.fetch("small", 0, 0)).isInstanceOf(StorageException.class)
            .hasMessageContaining("small-0");
        assertThat(bench.fetch("small", 0, 6).records()).hasSize(4);
        assertThat(bench.publishTo("small", 0, "x")).isEqualTo(10);
    }

    @Test
    void b011DamageOfASegmentThatIsNotNotedTakesOnlyItsPartitionOffline() {
        PartitionId id = filled();
        bench.create("other", 1);
        bench.publishTo("other", 0, "served");
        bench.disk.overwrite(id, 0, 100, (byte) 0x55, (byte) 0x55);

        bench.killAndStart();

        assertThat(status("small").error()).contains("segment 0").contains("crc");
        assertThat(bench.values("other", 0)).containsExactly("served");
        assertThat(bench.broker.statistics().offlinePartitions()).isEqualTo(1);
        assertThat(bench.get(bench.broker.stop())).as("clean, for nothing was added to the damaged log").isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void b014NoSmallFileIsNeededToServeAllMessages(int damage) {
        PartitionId id = filled();
        bench.get(bench.broker.stop());
        ByteBuffer log = bench.store.partition(id).readState("log").orElseThrow();
        ByteBuffer flushed = bench.store.readState("flushed").orElseThrow();
        byte[] noise = new byte[50];
        bench.random.nextBytes(noise);
        if (damage == 0) bench.store.partition(id).writeState("log", ByteBuffer.allocate(0));
        if (damage == 1) bench.store.partition(id).writeState("log", log.limit(log.limit() / 2));
        if (damage == 2) bench.store.partition(id).writeState("log", ByteBuffer.wrap(noise));
        if (damage == 3) bench.store.writeState("flushed", flushed.limit(flushed.limit() / 2));
        if (damage == 4) bench.store.writeState("flushed", ByteBuffer.wrap(noise));
        bench.store.close();

        bench.start();

        assertThat(bench.values("small", 0)).hasSize(10);
        assertThat(bench.publishTo("small", 0, "x")).isEqualTo(10);
    }

    @Test
    void roundsGoOnWhenTheStateCannotBeWritten() {
        bench.create("orders", 1, "retention.ms", "10000");
        bench.publishTo("orders", 0, "a");
        bench.disk.failNextStateWrite();

        bench.pass(10_000 + 3 * LogMaintenance.PAUSE_MILLIS);

        assertThat(files("orders")).containsExactly(1L);
    }

    @Test
    void diskThatTakesNoStateIsToldOnceAndOnceThatItDoesAgain() {
        bench.create("orders", 5);
        try (LoggedLines lines = new LoggedLines(LogDirectory.class)) {
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 5; i++) bench.publishTo("orders", i, "a");
                for (int i = 1; i <= 100; i++) bench.disk.failStateWrite(i, StateWriteFault.DISK_FULL);
                bench.pass(LogMaintenance.PAUSE_MILLIS);
            }
            assertThat(lines.at(Level.WARNING)).singleElement().asString().contains("data directory", "DISK_FULL");
            assertThat(lines.at(Level.INFO)).isEmpty();

            bench.disk.failNoStateWrite();
            bench.pass(2 * LogMaintenance.PAUSE_MILLIS);

            assertThat(lines.at(Level.INFO)).singleElement().asString().contains("written again");
            bench.publishTo("orders", 0, "b");
            bench.disk.failNextStateWrite();
            bench.pass(LogMaintenance.PAUSE_MILLIS);
            assertThat(lines.at(Level.WARNING)).hasSize(2);
            assertThat(lines.anyStackTrace()).isFalse();
        }
    }

    @Test
    void roundsGoOnAfterAFailureOfTheCheckpointNobodyForesaw() {
        bench.create("orders", 1);
        bench.publishTo("orders", 0, "a");
        bench.disk.breakNextStateWrite();
        bench.pass(LogMaintenance.PAUSE_MILLIS);
        assertThat(bench.store.readState("flushed")).isEmpty();

        bench.pass(2 * LogMaintenance.PAUSE_MILLIS);

        assertThat(bench.store.readState("flushed")).isPresent();
    }

    @Test
    void lastSegmentThatIsMissingIsReportedWithoutTheCheckpointToo() {
        PartitionId id = filled();
        bench.get(bench.broker.stop());
        long last = files("small").get(files("small").size() - 1);
        bench.store.writeState("flushed", ByteBuffer.allocate(0));
        bench.stores.forEach(MemorySegmentStore::close);
        bench.disk.open().partition(id).deleteSegment(last);

        try (LoggedLines lines = new LoggedLines(PartitionOpener.class)) {
            bench.start();

            assertThat(lines.at(Level.WARNING)).singleElement().asString()
                .contains("small-0", "its last segment is missing", "goes on at offset " + last);
        }
        assertThat(bench.values("small", 0)).hasSize((int) last);
        assertThat(bench.publishTo("small", 0, "x")).isEqualTo(last);
    }

    @Test
    void deletedTopicLeavesNothingBehindForTheNextRound() {
        bench.create("orders", 2, "retention.ms", "10000");
        bench.publishTo("orders", 0, "a");
        bench.pass(LogMaintenance.PAUSE_MILLIS);

        bench.get(bench.broker.deleteTopic("orders"));
        bench.pass(3 * LogMaintenance.PAUSE_MILLIS);

        assertThat(bench.store.partitions()).isEmpty();
    }

    @Test
    void waitingFetchGetsTheNextMessageAfterEverythingBeforeItWent() {
        bench.create("orders", 1, "retention.ms", "10000");
        bench.publishTo("orders", 0, "a");
        CompletionStage<FetchResult> waiting = bench.startFetch("orders", 0, 1, 600_000);
        bench.pass(40_000);

        bench.publish("orders", to(0, "b"));

        assertThat(bench.get(waiting).records()).hasSize(1);
    }

    /** Ten messages, each almost a third of a segment. */
    private PartitionId filled() {
        bench.create("small", 1, "segment.bytes", "4096");
        for (int i = 0; i < 10; i++) bench.publishTo("small", 0, "v".repeat(1000));
        return new PartitionId(bench.broker.metadata().topic("small").orElseThrow().id(), 0);
    }

    private List<Long> files(String topic) {
        return bench.store.partition(new PartitionId(bench.broker.metadata().topic(topic).orElseThrow().id(), 0))
            .segments();
    }

    private PartitionStatus status(String topic) {
        return bench.get(bench.broker.topicStatus(topic)).partitions().get(0);
    }
}
