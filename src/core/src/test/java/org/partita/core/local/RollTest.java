package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.core.local.BrokerBench.to;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.partita.core.broker.NotAttemptedException;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.metadata.TopicConfig;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.BrokerException;
import org.partita.storage.DiskFullException;
import org.partita.storage.PartitionId;
import org.partita.storage.testing.AppendFault;
import org.partita.storage.testing.StateWriteFault;

/** A segment takes one large message; a topic flushes in the background, so nothing but a roll waits for the disk. */
class RollTest {
    private static final String LARGE = "m".repeat(TopicConfig.MIN_SEGMENT_BYTES);

    private final BrokerBench bench = BrokerBench.started();
    private UUID topicId;

    @BeforeEach
    void fillASegment() {
        topicId = bench.create("orders", 2, "flush", "async", "segment.bytes", "" + TopicConfig.MIN_SEGMENT_BYTES)
            .topic().id();
        bench.publishTo("orders", 0, LARGE);
    }

    @Test
    void b175RollWaitsForTheDiskWithoutThePartitionsThatHaveNoneToDo() {
        bench.fsyncs.pause();

        CompletionStage<List<PublishOutcome>> rolling = bench.startPublish("orders", to(0, "b"));
        bench.time.run();

        assertThat(rolling.toCompletableFuture()).isNotDone();
        assertThat(bench.publishTo("orders", 1, "other")).isZero();
        assertThat(bench.fetch("orders", 0, 0).records()).hasSize(1);
        bench.fsyncs.resume();
        assertThat(offset(bench.get(rolling).get(0))).isEqualTo(1);
        assertThat(segments(0)).containsExactly(0L, 1L);
    }

    @Test
    void appendsThatArriveDuringARollKeepTheirOrder() {
        bench.fsyncs.pause();
        List<CompletionStage<List<PublishOutcome>>> waiting = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiting.add(bench.startPublish("orders", to(0, i + LARGE), to(0, i + "small")));
            bench.time.run();
        }

        bench.fsyncs.resume();

        for (int i = 0; i < 5; i++) {
            List<PublishOutcome> outcomes = bench.get(waiting.get(i));
            assertThat(outcomes).extracting(RollTest::offset).containsExactly(1L + 2 * i, 2L + 2 * i);
        }
        assertThat(bench.values("orders", 0)).hasSize(11);
    }

    @Test
    void appendThatWaitedForARollUntilItsDeadlineIsNotStored() {
        bench.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> first = bench.startPublish("orders", to(0, "b"));
        CompletionStage<List<PublishOutcome>> second = bench.startPublish("orders", to(0, "c"));

        bench.time.pass(9_999);
        bench.time.pass(1);

        assertThat(failure(bench.get(first).get(0))).isInstanceOf(BrokerException.class);
        assertThat(failure(bench.get(second).get(0))).isInstanceOf(BrokerException.class);
        bench.fsyncs.resume();
        bench.time.run();
        assertThat(bench.publishTo("orders", 0, "d")).isEqualTo(1);
        assertThat(bench.values("orders", 0)).containsExactly(LARGE, "d");
    }

    @Test
    void fullDiskFailsTheAppendThatNeedsASegmentAndTheNextOneTriesAgain() {
        bench.disk.failNextCreation(StateWriteFault.DISK_FULL);

        List<PublishOutcome> outcomes = bench.publish("orders", to(0, LARGE), to(0, "c"));

        assertThat(failure(outcomes.get(0))).isInstanceOf(DiskFullException.class);
        assertThat(outcomes).hasSize(2);
        assertThat(bench.publishTo("orders", 0, "d")).isEqualTo(1);
        assertThat(bench.values("orders", 0)).containsExactly(LARGE, "d");
    }

    @Test
    void missingDescriptorRefusesTheAppendThatNeedsASegmentAndTheNextOneTriesAgain() {
        bench.disk.failNextCreation(StateWriteFault.TOO_MANY_FILES);

        List<PublishOutcome> outcomes = bench.publish("orders", to(0, LARGE), to(0, "c"));

        assertThat(failure(outcomes.get(0))).isInstanceOf(LeaderUnavailableException.class);
        assertThat(bench.publishTo("orders", 0, "d")).isEqualTo(1);
        assertThat(bench.values("orders", 0)).containsExactly(LARGE, "d");
    }

    @Test
    void whatIsInTheLogIsAcknowledgedAlthoughTheRestFindsNoSegment() {
        bench.disk.failNextCreation(StateWriteFault.DISK_FULL);

        List<PublishOutcome> outcomes = bench.publish("orders", threeBatches());

        assertThat(offset(outcomes.get(0))).isZero();
        assertThat(failure(outcomes.get(1))).isInstanceOf(DiskFullException.class);
        assertThat(failure(outcomes.get(2))).isInstanceOf(NotAttemptedException.class);
    }

    @Test
    void whatIsInTheLogIsAcknowledgedAtTheDeadlineAlthoughTheRollHangs() {
        bench.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> hanging = bench.startPublish("orders", threeBatches());

        bench.time.pass(10_000);
        bench.fsyncs.resume();

        List<PublishOutcome> outcomes = bench.get(hanging);
        assertThat(offset(outcomes.get(0))).isZero();
        assertThat(failure(outcomes.get(1))).isInstanceOf(LeaderUnavailableException.class);
        assertThat(failure(outcomes.get(2))).isInstanceOf(NotAttemptedException.class);
        assertThat(bench.fetch("orders", 1, 0).nextOffset()).isEqualTo(1);
    }

    private static OutboundMessage[] threeBatches() {
        String half = "m".repeat(700_000);
        return new OutboundMessage[] {to(1, half), to(1, half), to(1, half)};
    }

    @Test
    void failedRollTakesItsPartitionOfflineAndLeavesTheOthers() {
        bench.disk.failNextForce();

        CompletionStage<List<PublishOutcome>> first = bench.startPublish("orders", to(0, "b"));
        CompletionStage<List<PublishOutcome>> second = bench.startPublish("orders", to(0, "c"));

        assertThat(failure(bench.get(first).get(0))).isInstanceOf(LeaderUnavailableException.class);
        assertThat(failure(bench.get(second).get(0))).isInstanceOf(LeaderUnavailableException.class);
        assertThat(bench.publishTo("orders", 1, "other")).isZero();
        assertThat(bench.crashAndStart().publishTo("orders", 0, "d")).isLessThanOrEqualTo(1);
    }

    @Test
    void failureNobodyForesawBehindARollTakesThePartitionOffline() {
        bench.disk.failNextAppend(AppendFault.UNFORESEEN);

        CompletionStage<List<PublishOutcome>> first = bench.startPublish("orders", to(0, "b"));
        CompletionStage<List<PublishOutcome>> second = bench.startPublish("orders", to(0, "c"));

        assertThat(failure(bench.get(first).get(0))).isInstanceOf(UnknownOutcomeException.class);
        assertThat(failure(bench.get(second).get(0))).isInstanceOf(LeaderUnavailableException.class);
        assertThat(bench.broker.statistics().offlinePartitions()).isEqualTo(1);
    }

    @Test
    void fullDiskThatHindersARollForAgeFailsNoAppendThatFits() {
        bench.create("aged", 1, "segment.ms", "5000");
        bench.publishTo("aged", 0, "a");
        bench.pass(LogMaintenance.PAUSE_MILLIS);
        bench.fsyncs.pause();
        bench.pass(LogMaintenance.PAUSE_MILLIS);
        CompletionStage<List<PublishOutcome>> waiting = bench.startPublish("aged", to(0, "b"));
        bench.time.run();
        assertThat(waiting.toCompletableFuture()).isNotDone();
        bench.disk.failNextCreation(StateWriteFault.DISK_FULL);

        bench.fsyncs.resume();

        assertThat(offset(bench.get(waiting).get(0))).isEqualTo(1);
    }

    @Test
    void stopDuringARollIsCleanAndFailsWhatWaits() {
        bench.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> waiting = bench.startPublish("orders", to(0, "b"));
        bench.time.run();
        CompletionStage<Boolean> stopped = bench.broker.stop();
        bench.time.run();
        assertThat(stopped.toCompletableFuture()).isNotDone();

        bench.fsyncs.resume();

        assertThat(bench.get(stopped)).isTrue();
        assertThat(failure(bench.get(waiting).get(0))).isInstanceOf(LeaderUnavailableException.class);
    }

    @Test
    void topicThatIsDeletedDuringARollLeavesNoFile() {
        bench.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> waiting = bench.startPublish("orders", to(0, "b"));
        bench.time.run();
        CompletionStage<Void> deleted = bench.broker.deleteTopic("orders");
        bench.time.run();

        bench.fsyncs.resume();

        bench.get(deleted);
        assertThat(failure(bench.get(waiting).get(0)).code()).isEqualTo("topic-not-found");
        assertThat(bench.disk.open().partitions()).isEmpty();
    }

    private List<Long> segments(int partition) {
        return bench.disk.open().partition(new PartitionId(topicId, partition)).segments();
    }

    private static long offset(PublishOutcome outcome) {
        return ((PublishOutcome.Stored) outcome).offset();
    }

    private static BrokerException failure(PublishOutcome outcome) {
        return ((PublishOutcome.Failed) outcome).cause();
    }
}
