package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishOutcome.Stored;
import org.partita.core.broker.RecordTooLargeException;
import org.partita.core.broker.TopicChange;
import org.partita.core.broker.TopicStatus;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.idempotency.IdempotencyLimits;
import org.partita.core.idempotency.KeyTableFullException;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;
import org.partita.storage.testing.StateWriteFault;

/** What a changed setting does, for each of them, while the broker runs. */
class TopicChangeEffectTest {
    private final BrokerBench bench = BrokerBench.started();

    @Test
    void shorterRetentionTimeTakesOldMessagesOut() {
        bench.create("orders", 1);
        bench.publishTo("orders", 0, "a");
        bench.pass(60_000);
        assertThat(status().logStartOffset()).isZero();

        change(bench, Map.of("retention.ms", "30000"));
        bench.pass(2 * LogMaintenance.PAUSE_MILLIS);

        assertThat(status().logStartOffset()).isEqualTo(1);
    }

    @Test
    void longerRetentionTimeKeepsWhatIsThere() {
        bench.create("orders", 1, "retention.ms", "30000");
        bench.publishTo("orders", 0, "a");

        change(bench, Map.of("retention.ms", "-1"));
        bench.pass(120_000);

        assertThat(bench.values("orders", 0)).containsExactly("a");
    }

    @Test
    void smallerRetentionSizeTakesTheOldestSegmentsOut() {
        bench.create("orders", 1, "segment.bytes", "4096");
        publishKilobytes(20);

        change(bench, Map.of("retention.bytes", "8192"));
        bench.pass(LogMaintenance.PAUSE_MILLIS);

        assertThat(status().sizeBytes()).isBetween(8192L, 8192L + 4096);
    }

    @Test
    void smallerSegmentSizeClosesTheSegmentBeforeTheNextMessage() {
        bench.create("orders", 1);
        publishKilobytes(10);

        change(bench, Map.of("segment.bytes", "4096"));
        publishKilobytes(4);

        assertThat(files()).containsExactly(0L, 10L, 13L);
    }

    @Test
    void largerSegmentSizeLetsTheSegmentGrow() {
        bench.create("orders", 1, "segment.bytes", "4096");
        publishKilobytes(3);

        change(bench, Map.of(), "segment.bytes");
        publishKilobytes(10);

        assertThat(files()).containsExactly(0L);
    }

    @Test
    void shorterSegmentTimeClosesTheSegment() {
        bench.create("orders", 1);
        bench.publishTo("orders", 0, "a");
        bench.pass(60_000);
        assertThat(files()).containsExactly(0L);

        change(bench, Map.of("segment.ms", "30000"));
        bench.pass(LogMaintenance.PAUSE_MILLIS);

        assertThat(files()).containsExactly(0L, 1L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void messageLimitHoldsForTheNextMessage(boolean raised) {
        bench.create("orders", 1, "max.message.bytes", raised ? "3" : "4");
        assertThat(bench.publish("orders", to(0, "long")).get(0) instanceof Stored).isNotEqualTo(raised);

        change(bench, Map.of("max.message.bytes", raised ? "4" : "3"));

        PublishOutcome outcome = bench.publish("orders", to(0, "long")).get(0);
        if (raised) assertThat(outcome).isInstanceOf(Stored.class);
        else assertThat(KeyedBench.failure(outcome)).isInstanceOf(RecordTooLargeException.class);
    }

    @Test
    void asyncAcknowledgesBeforeTheDiskAndWhatWaitedForIt() {
        bench.create("orders", 1);
        bench.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> waiting = bench.startPublish("orders", to(0, "a"));
        bench.time.run();
        assertThat(waiting.toCompletableFuture()).isNotDone();

        change(bench, Map.of("flush", "async"));

        assertThat(bench.get(waiting).get(0)).extracting("offset", "flushed").containsExactly(0L, false);
        assertThat(bench.publish("orders", to(0, "b")).get(0)).extracting("offset", "flushed")
            .containsExactly(1L, false);
    }

    @Test
    void commitIsAnsweredWhenEverythingStoredBeforeIsOnDisk() {
        bench.create("orders", 2, "flush", "async");
        bench.fsyncs.pause();
        bench.publish("orders", to(0, "a"), to(1, "b"));

        CompletionStage<TopicStatus> changed = start(bench, Map.of("flush", "commit"));
        bench.time.run();
        assertThat(changed.toCompletableFuture()).isNotDone();
        bench.fsyncs.resume();
        bench.get(changed);
        bench.crashAndStart();

        assertThat(bench.values("orders", 0)).containsExactly("a");
        assertThat(bench.values("orders", 1)).containsExactly("b");
        assertThat(bench.publish("orders", to(0, "c")).get(0)).extracting("flushed").isEqualTo(true);
    }

    @Test
    void powerFailureBeforeTheChangeToCommitIsAnsweredLeavesTheTopicAsync() {
        bench.create("orders", 1, "flush", "async");
        bench.fsyncs.pause();
        bench.publish("orders", to(0, "a"));
        start(bench, Map.of("flush", "commit"));
        bench.time.run();

        bench.crashAndStart();

        assertThat(bench.broker.metadata().topic("orders").orElseThrow().config().asMap())
            .containsEntry("flush", "async");
    }

    @Test
    void changeToCommitThatCannotBeNotedLeavesTheTopicAsync() {
        bench.create("orders", 1, "flush", "async");
        bench.disk.failStateWrite(1, StateWriteFault.IO_ERROR);

        assertThatThrownBy(() -> change(bench, Map.of("flush", "commit"))).isInstanceOf(StorageException.class);

        bench.time.run();
        bench.fsyncs.pause();
        assertThat(bench.publish("orders", to(0, "a")).get(0)).extracting("flushed").isEqualTo(false);
    }

    @Test
    void partitionThatIsOfflineHoldsUpNoOtherChangeThanThatToCommit() {
        bench.create("orders", 2, "flush", "async");
        bench.disk.failNextForce();
        bench.publish("orders", to(0, "a"));
        bench.time.pass(1_000);
        assertThat(status().error()).isNotEmpty();

        change(bench, Map.of("max.message.bytes", "1"));

        assertThat(bench.publish("orders", to(1, "bb")).get(0)).isInstanceOf(PublishOutcome.Failed.class);
        assertThatThrownBy(() -> change(bench, Map.of("flush", "commit")))
            .isInstanceOf(LeaderUnavailableException.class).hasMessageContaining("orders-0 is offline");
        bench.fsyncs.pause();
        assertThat(bench.publish("orders", to(1, "b")).get(0)).extracting("flushed").isEqualTo(false);
    }

    @Test
    void partitionThatGoesOfflineWhileItIsChangedToCommitEndsTheChange() {
        bench.create("orders", 1, "flush", "async");
        bench.publish("orders", to(0, "a"));
        bench.disk.failNextForce();

        assertThatThrownBy(() -> change(bench, Map.of("flush", "commit")))
            .isInstanceOf(LeaderUnavailableException.class);

        assertThat(bench.broker.metadata().topics().get("orders").config().asMap()).containsEntry("flush", "async");
    }

    @Test
    void replayOfWhatIsNotOnDiskYetDoesNotClaimThatItIs() {
        KeyedBench keyed = new KeyedBench();
        keyed.broker.create("orders", 1, "flush", "async");
        keyed.broker.fsyncs.pause();
        keyed.store("k", to(0, "a"));
        start(keyed.broker, Map.of("flush", "commit"));
        keyed.broker.time.run();

        Stored early = keyed.store("k", to(0, "a"));
        keyed.broker.fsyncs.resume();
        keyed.broker.time.run();
        Stored late = keyed.store("k", to(0, "a"));

        assertThat(List.of(early, late)).extracting(Stored::replayed).containsOnly(true);
        assertThat(List.of(early, late)).extracting(Stored::flushed).containsExactly(false, true);
    }

    @Test
    void shorterIdempotencyWindowForgetsAtOnceWhatIsOlder() {
        KeyedBench keyed = keyedWithin(600_000);
        keyed.store("old", to(0, "a"));
        keyed.pass(5_000);
        keyed.store("young", to(0, "b"));

        change(keyed.broker, Map.of("idempotency.window.ms", "5000"));

        assertThat(keyed.store("old", to(0, "a")).replayed()).isFalse();
        assertThat(keyed.store("young", to(0, "b")).replayed()).isTrue();
        keyed.pass(5_000);
        assertThat(keyed.store("young", to(0, "b")).replayed()).isFalse();
    }

    @Test
    void shorterIdempotencyWindowGivesTheSpaceOfAllPartitionsBackWithoutAnyMessage() {
        KeyedBench keyed = new KeyedBench(new IdempotencyLimits(2, 2));
        keyed.broker.create("orders", 2);
        keyed.store("a", to(0, "a"));
        keyed.store("b", to(0, "b"));
        keyed.pass(5_000);
        assertThat(keyed.refusal("c", to(1, "c"))).isInstanceOf(KeyTableFullException.class);

        change(keyed.broker, Map.of("idempotency.window.ms", "5000"));

        assertThat(keyed.store("c", to(1, "c")).partition()).isEqualTo(1);
    }

    @Test
    void youngEntriesLeaveAfterTheShorterWindowWithoutAnyMessage() {
        KeyedBench keyed = new KeyedBench(new IdempotencyLimits(1, 1));
        keyed.broker.create("orders", 2);
        keyed.store("a", to(0, "a"));
        change(keyed.broker, Map.of("idempotency.window.ms", "5000"));
        assertThat(keyed.refusal("b", to(1, "b"))).isInstanceOf(KeyTableFullException.class);

        keyed.pass(5_000);

        assertThat(keyed.store("b", to(1, "b")).partition()).isEqualTo(1);
    }

    @Test
    void longerIdempotencyWindowKeepsWhatIsNotForgottenYet() {
        KeyedBench keyed = keyedWithin(5_000);
        keyed.store("forgotten", to(0, "a"));
        keyed.pass(5_000);
        keyed.store("known", to(0, "b"));
        change(keyed.broker, Map.of("idempotency.window.ms", "60000"));
        keyed.pass(59_000);

        assertThat(keyed.store("known", to(0, "b")).replayed()).isTrue();
        assertThat(keyed.store("forgotten", to(0, "a")).replayed()).isFalse();
        keyed.pass(1_000);
        assertThat(keyed.store("known", to(0, "b")).replayed()).isFalse();
    }

    @Test
    void longerIdempotencyWindowIsFilledFromTheLogByARestart() {
        KeyedBench keyed = keyedWithin(5_000);
        keyed.store("forgotten", to(0, "a"));
        keyed.pass(20_000);
        change(keyed.broker, Map.of("idempotency.window.ms", "60000"));

        keyed.broker.crashAndStart();

        assertThat(keyed.store("forgotten", to(0, "a")).replayed()).isTrue();
    }

    private static KeyedBench keyedWithin(long windowMillis) {
        KeyedBench keyed = new KeyedBench();
        keyed.broker.create("orders", 1, "idempotency.window.ms", "" + windowMillis);
        return keyed;
    }

    /** One message each. */
    private void publishKilobytes(int count) {
        OutboundMessage kilobyte = to(0, "v".repeat(1_000));
        for (int i = 0; i < count; i++) bench.publish("orders", kilobyte);
    }

    private PartitionStatus status() {
        return bench.get(bench.broker.topicStatus("orders")).partitions().get(0);
    }

    private List<Long> files() {
        return bench.store.partition(new PartitionId(bench.broker.metadata().topic("orders").orElseThrow().id(), 0))
            .segments();
    }

    private static void change(BrokerBench bench, Map<String, String> config, String... resets) {
        bench.get(start(bench, config, resets));
    }

    private static CompletionStage<TopicStatus> start(BrokerBench bench, Map<String, String> config,
                                                      String... resets) {
        return bench.broker.changeTopic(TopicChange.ofConfig("orders", config, Set.of(resets)));
    }
}
