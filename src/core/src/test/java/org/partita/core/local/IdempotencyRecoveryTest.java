package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;
import static org.partita.core.local.KeyedBench.replayOf;

import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome.Stored;
import org.partita.core.idempotency.IdempotencyKeyReusedException;
import org.partita.core.idempotency.IdempotencyLimits;
import org.partita.core.idempotency.KeyTableFullException;
import org.partita.core.metadata.TopicRef;
import org.partita.core.record.Bytes;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;

class IdempotencyRecoveryTest {
    private static final int MESSAGES = 40;
    private static final int SEGMENT_BYTES = 4096;

    private final KeyedBench bench = new KeyedBench();

    @BeforeEach
    void createTopic() {
        bench.broker.create("orders", 1, "segment.bytes", "4096");
    }

    @Test
    void restartKeepsTheAnswers() {
        Stored first = bench.store("k", to(0, "a"));

        bench.broker.killAndStart();
        Stored afterKill = bench.store("k", to(0, "a"));
        bench.broker.crashAndStart();
        Stored afterCrash = bench.store("k", to(0, "a"));

        assertThat(List.of(afterKill, afterCrash)).containsOnly(replayOf(first));
        assertThat(bench.refusal("k", to(0, "b"))).isInstanceOf(IdempotencyKeyReusedException.class);
        assertThat(bench.values()).containsExactly("a");
    }

    @ParameterizedTest
    @CsvSource({"retention.bytes, 8192", "retention.ms, 1000"})
    void messageThatRetentionWouldRemoveStaysAsLongAsItsKeyIsRemembered(String key, String value) {
        bench.broker.get(bench.broker.broker.deleteTopic("orders"));
        bench.broker.create("orders", 1, "segment.bytes", "4096", key, value);
        Stored first = bench.store("k", to(0, "a"));
        for (int i = 0; i < MESSAGES; i++) bench.broker.publishTo("orders", 0, i + "m".repeat(500));
        bench.broker.pass(60_000);

        bench.broker.killAndStart();
        bench.broker.pass(60_000);

        assertThat(bench.store("k", to(0, "a"))).isEqualTo(replayOf(first));
        bench.broker.pass(600_000);
        assertThat(bench.broker.get(bench.broker.broker.topicStatus("orders")).partitions().get(0).logStartOffset())
            .as("the window is over").isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stop", "kill", "loss of power"})
    void messageThatIsDeletedByRequestIsRememberedOverRestarts(String end) {
        Stored first = bench.store("k", to(0, "a"));
        for (int i = 0; i < MESSAGES; i++) bench.broker.publishTo("orders", 0, i + "m".repeat(500));
        Stored last = bench.store("l", to(0, "b"));

        bench.broker.get(bench.broker.broker.deleteRecords(TopicRef.named("orders"), 0, MESSAGES + 2));
        restart(end);
        bench.broker.pass(60_000);
        restart(end);

        assertThat(bench.store("k", to(0, "a"))).isEqualTo(replayOf(first));
        assertThat(bench.store("l", to(0, "b"))).isEqualTo(replayOf(last));
        assertThat(bench.broker.fetch("orders", 0, MESSAGES + 2).logStartOffset()).isEqualTo(MESSAGES + 2);
        bench.broker.pass(600_000);
        assertThat(bench.broker.store.partition(partition()).segments()).as("the window is over")
            .containsExactly(MESSAGES + 2L);
    }

    private void restart(String end) {
        switch (end) {
            case "stop" -> bench.broker.stopAndStart();
            case "kill" -> bench.broker.killAndStart();
            default -> bench.broker.crashAndStart();
        }
    }

    @Test
    void messageOfUnknownOutcomeIsFoundAfterAKill() {
        bench.broker.fsyncs.pause();
        bench.start("k", 10_000, to(0, "a"));
        bench.broker.time.run();
        bench.broker.killAndStart();
        bench.broker.fsyncs.resume();

        Stored retried = bench.store("k", to(0, "a"));

        assertThat(retried.replayed()).isTrue();
        assertThat(bench.values()).containsExactly("a");
    }

    @Test
    void messageThatAPowerFailureTookIsStoredByItsRetry() {
        bench.broker.fsyncs.pause();
        bench.start("k", 10_000, to(0, "a"));
        bench.broker.time.run();
        bench.broker.crashAndStart();
        bench.broker.fsyncs.resume();

        Stored retried = bench.store("k", to(0, "a"));

        assertThat(retried.replayed()).isFalse();
        assertThat(bench.values()).containsExactly("a");
    }

    @Test
    void keysOfEverySegmentWithinTheWindowAreFound() {
        for (int i = 0; i < 40; i++) {
            bench.store("k" + i, to(0, i + "m".repeat(500)));
            bench.pass(1_000);
        }

        bench.broker.crashAndStart();

        for (int i = 0; i < 40; i++) {
            assertThat(bench.store("k" + i, to(0, i + "m".repeat(500))).offset()).isEqualTo(i);
        }
        assertThat(bench.values()).hasSize(40);
    }

    @Test
    void startAfterRollsReadsOnlyTheLogBehindTheLastOne() {
        fillSegments();
        long before = bench.broker.disk.readBytes();

        bench.broker.killAndStart();

        assertThat(bench.broker.disk.readBytes() - before).isLessThan(3 * SEGMENT_BYTES);
        assertAllReplayed();
        assertThat(bench.values()).hasSize(MESSAGES);
    }

    @Test
    void startAfterAStopReadsNothingForKeys() {
        bench.store("k", to(0, "a"));
        bench.broker.stopAndStart();
        long before = bench.broker.disk.readBytes();

        bench.broker.stopAndStart();

        assertThat(bench.broker.disk.readBytes() - before).isLessThan(300);
        assertThat(bench.store("k", to(0, "a")).replayed()).isTrue();
    }

    @Test
    void damageBeforeASnapshotLeavesThePartitionServedAndItsKeysKnown() {
        fillSegments();
        bench.broker.disk.overwrite(partition(), 0, 100, (byte) 0x55, (byte) 0x55);

        bench.broker.killAndStart();

        assertAllReplayed();
        assertThatThrownBy(() -> bench.broker.fetch("orders", 0, 0)).isInstanceOf(StorageException.class)
            .hasMessageContaining("cannot be read at offset 0");
        assertThat(bench.store("new", to(0, "x")).offset()).isEqualTo(MESSAGES);
    }

    @Test
    void damageInTheWindowTakesThePartitionOfflineWithoutASnapshot() {
        fillSegments();
        bench.broker.disk.overwrite(partition(), 0, 100, (byte) 0x55, (byte) 0x55);
        var files = bench.broker.store.partition(partition());
        assertThat(files.indexes(IndexKind.KEYS)).isNotEmpty();
        files.indexes(IndexKind.KEYS).forEach(segment -> files.deleteIndex(segment, IndexKind.KEYS));

        bench.broker.killAndStart();

        assertThat(bench.refusal("new", to(0, "x"))).isInstanceOf(LeaderUnavailableException.class)
            .hasMessageContaining("crc");
    }

    private void fillSegments() {
        for (int i = 0; i < MESSAGES; i++) bench.store("k" + i, message(i));
        bench.broker.pass(15_000);
    }

    private void assertAllReplayed() {
        for (int i = 0; i < MESSAGES; i++) {
            Stored again = bench.store("k" + i, message(i));
            assertThat(again.replayed()).isTrue();
            assertThat(again.offset()).isEqualTo(i);
        }
    }

    private static OutboundMessage message(int number) {
        return to(0, number + "m".repeat(500));
    }

    private PartitionId partition() {
        return new PartitionId(bench.broker.broker.metadata().topic("orders").orElseThrow().id(), 0);
    }

    @Test
    void oldTimeOfAMessageDoesNotHideItsKey() {
        OutboundMessage old = new OutboundMessage(Bytes.NULL, Bytes.utf8("a"), List.of(), 0, 1_000);
        Stored first = bench.store("k", old);

        bench.broker.crashAndStart();

        assertThat(first.timestampMillis()).isEqualTo(1_000);
        assertThat(bench.store("k", old)).isEqualTo(replayOf(first));
        assertThat(bench.broker.fetch("orders", 0, 0).records().get(0).timestampMillis()).isEqualTo(1_000);
    }

    @Test
    void windowGoesOnOverARestart() {
        Stored first = bench.store("k", to(0, "a"));
        bench.pass(KeyedBench.WINDOW_MILLIS - 1_000);
        bench.broker.crashAndStart();

        Stored within = bench.store("k", to(0, "a"));
        bench.pass(1_000);
        Stored after = bench.store("k", to(0, "a"));

        assertThat(within).isEqualTo(replayOf(first));
        assertThat(after.replayed()).isFalse();
    }

    @Test
    void keysOlderThanTheWindowAreNotReadBack() {
        bench.store("old", to(0, "a"));
        bench.pass(KeyedBench.WINDOW_MILLIS);
        bench.broker.crashAndStart();

        assertThat(bench.store("old", to(0, "a")).replayed()).isFalse();
    }

    @Test
    void clockSetBackBeforeARestartKeepsKeysForAWindowAtMost() {
        Stored first = bench.store("k", to(0, "a"));
        bench.broker.wallMillis -= 100 * KeyedBench.WINDOW_MILLIS;
        bench.broker.crashAndStart();

        Stored again = bench.store("k", to(0, "a"));
        bench.pass(KeyedBench.WINDOW_MILLIS);
        Stored after = bench.store("k", to(0, "a"));

        assertThat(again).isEqualTo(replayOf(first));
        assertThat(after.replayed()).isFalse();
    }

    @Test
    void startTakesAtMostTheLimitAndTheNewestWin() {
        KeyedBench small = new KeyedBench(new IdempotencyLimits(2, 2));
        small.broker.create("orders", 1);
        small.store("a", to(0, "a"));
        small.pass(KeyedBench.WINDOW_MILLIS);
        small.publish("b", to(0, "b0"), to(0, "b1"));
        small.broker.wallMillis -= 100 * KeyedBench.WINDOW_MILLIS;
        small.broker.crashAndStart();

        assertThat(small.publish("b", to(0, "b0"), to(0, "b1"))).allMatch(each -> ((Stored) each).replayed());
        assertThat(small.refusal("a", to(0, "a"))).isInstanceOf(KeyTableFullException.class);
    }

    @Test
    void idlePartitionForgetsWhatItsStartFound() {
        KeyedBench small = new KeyedBench(new IdempotencyLimits(2, 2));
        small.broker.create("orders", 2);
        small.publish("a", to(0, "a0"), to(0, "a1"));
        small.broker.crashAndStart();

        assertThat(small.refusal("b", to(1, "b"))).isInstanceOf(KeyTableFullException.class);
        small.pass(KeyedBench.WINDOW_MILLIS);
        assertThat(small.store("b", to(1, "b")).replayed()).isFalse();
    }
}
