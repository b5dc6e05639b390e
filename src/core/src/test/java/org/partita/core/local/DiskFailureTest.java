package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.keyless;
import static org.partita.core.local.BrokerBench.to;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.BrokerException;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;
import org.partita.storage.testing.AppendFault;

class DiskFailureTest {
    private final BrokerBench bench = BrokerBench.started();
    private UUID topicId;

    @BeforeEach
    void createTopic() {
        topicId = bench.create("orders", 3).topic().id();
        bench.publishTo("orders", 0, "a");
    }

    @Test
    void failedAppendTakesItsPartitionOfflineAndLeavesTheOthers() {
        bench.disk.failNextAppend(AppendFault.IO_ERROR);

        BrokerException cause = failure(bench.publish("orders", to(0, "b")).get(0));

        assertThat(cause).isInstanceOf(UnknownOutcomeException.class);
        assertOfflineOnly(0);
    }

    @Test
    void appendThatFindsNoDescriptorIsRefusedAndThePartitionStays() {
        bench.disk.failNextAppend(AppendFault.TOO_MANY_FILES);

        BrokerException cause = failure(bench.publish("orders", to(0, "b")).get(0));

        assertThat(cause).isInstanceOf(LeaderUnavailableException.class);
        assertThat(bench.publishTo("orders", 0, "c")).isEqualTo(1);
        assertThat(bench.values("orders", 0)).containsExactly("a", "c");
    }

    @Test
    void forceThatFindsNoDescriptorIsTriedAgainAndThePartitionStays() {
        bench.disk.refuseNextForce();
        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", to(0, "b"));
        bench.time.run();
        assertThat(pending.toCompletableFuture()).isNotDone();

        bench.time.pass(1_000);

        assertThat(bench.get(pending).get(0)).isInstanceOf(PublishOutcome.Stored.class);
        assertThat(status(0).error()).isEmpty();
        bench.crashAndStart();
        assertThat(bench.values("orders", 0)).containsExactly("a", "b");
    }

    @Test
    void stopDuringWhichAForceFindsNoDescriptorEndsAndLeavesNoMark() {
        bench.create("fast", 1, "flush", "async");
        bench.publishTo("fast", 0, "a");
        bench.disk.refuseNextForce();

        assertThat(bench.get(bench.broker.stop())).isFalse();
    }

    @Test
    void readThatFindsNoDescriptorIsRefusedForNow() {
        bench.disk.refuseNextRead();

        assertThatThrownBy(() -> bench.fetch("orders", 0, 0)).isInstanceOf(LeaderUnavailableException.class)
            .hasMessageContaining("orders-0");
        assertThat(bench.values("orders", 0)).containsExactly("a");
    }

    @Test
    void failureNobodyForesawIsNotCalledOneOfTheDisk() {
        bench.disk.failNextAppend(AppendFault.UNFORESEEN);

        bench.publish("orders", to(0, "b"));

        assertThat(status(0).error()).contains("nobody foresaw")
            .doesNotContain("disk failed", "Exception", "injected bug");
        assertOfflineOnly(0);
    }

    @Test
    void errorOfAnAppendIsAnsweredAndTakesThePartitionOffline() {
        bench.disk.failNextAppend(AppendFault.ERROR);

        BrokerException cause = failure(bench.publish("orders", to(0, "b")).get(0));

        assertThat(cause).isInstanceOf(UnknownOutcomeException.class);
        assertThat(status(0).error()).contains("nobody foresaw");
        assertOfflineOnly(0);
    }

    @Test
    void failedForceFailsWhatIsPendingAndTakesThePartitionOffline() {
        bench.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", to(0, "b"));
        CompletionStage<FetchResult> waiting = bench.startFetch("orders", 0, 1, 25_000);
        bench.time.run();
        bench.disk.failNextForce();
        bench.fsyncs.resume();

        BrokerException cause = failure(bench.get(pending).get(0));

        assertThat(cause).isInstanceOf(UnknownOutcomeException.class);
        assertThatThrownBy(() -> bench.get(waiting)).isInstanceOf(LeaderUnavailableException.class);
        assertOfflineOnly(0);
    }

    @Test
    void failedBackgroundForceTakesThePartitionOffline() {
        bench.create("fast", 1, "flush", "async");
        bench.publishTo("fast", 0, "a");
        bench.disk.failNextForce();

        bench.time.pass(1000);

        assertThat(failure(bench.publish("fast", to(0, "b")).get(0))).isInstanceOf(LeaderUnavailableException.class);
    }

    @Test
    void partitionIsServedAgainAfterARestart() {
        bench.disk.failNextForce();
        bench.publish("orders", to(0, "b"));

        bench.crashAndStart();

        assertThat(bench.values("orders", 0)).first().isEqualTo("a");
        assertThat(status(0).error()).isEmpty();
    }

    @Test
    void keylessMessagesPassOverPartitionsThatAreOffline() {
        bench.disk.failNextAppend(AppendFault.IO_ERROR);
        bench.publish("orders", to(0, "b"));

        for (int i = 0; i < 6; i++) {
            assertThat(bench.publish("orders", keyless("x")).get(0)).isInstanceOf(PublishOutcome.Stored.class);
        }
    }

    @Test
    void damagedPartitionIsOfflineAtTheStartAndTheOthersAreServed() {
        bench.create("small", 1, "segment.bytes", "4096");
        for (int i = 0; i < 10; i++) bench.publishTo("small", 0, "v".repeat(1000));
        bench.disk.overwrite(new PartitionId(bench.broker.metadata().topic("small").orElseThrow().id(), 0), 0, 100,
            (byte) 0x55, (byte) 0x55);

        bench.crashAndStart();

        assertThatThrownBy(() -> bench.fetch("small", 0, 0)).isInstanceOf(LeaderUnavailableException.class)
            .hasMessageContaining("crc");
        assertThat(failure(bench.publish("small", to(0, "x")).get(0))).isInstanceOf(LeaderUnavailableException.class);
        assertThat(bench.broker.statistics().offlinePartitions()).isEqualTo(1);
        assertThat(bench.values("orders", 0)).containsExactly("a");
    }

    @Test
    void damagedTailOfTheLastSegmentIsCut() {
        bench.publishTo("orders", 0, "b");
        int firstBatchBytes = (int) status(0).sizeBytes() / 2;
        bench.disk.overwrite(new PartitionId(topicId, 0), 0, firstBatchBytes + 8, (byte) 0x7f, (byte) 0xff);

        bench.crashAndStart();

        assertThat(bench.values("orders", 0)).containsExactly("a");
        assertThat(bench.publishTo("orders", 0, "c")).isEqualTo(1);
    }

    @Test
    void failedReadFailsTheFetchAndNotThePartition() {
        bench.disk.failNextRead();

        assertThatThrownBy(() -> bench.fetch("orders", 0, 0)).isInstanceOf(StorageException.class)
            .hasMessageContaining("orders-0").extracting("code").isEqualTo("internal-error");
        assertThat(bench.values("orders", 0)).containsExactly("a");
    }

    @Test
    void topicWithAPartitionOfflineCanBeDeleted() {
        bench.disk.failNextAppend(AppendFault.IO_ERROR);
        bench.publish("orders", to(0, "b"));

        bench.get(bench.broker.deleteTopic("orders"));

        assertThat(bench.store.partitions()).isEmpty();
    }

    @Test
    void stopDuringWhichAFileCannotBeClosedEnds() {
        bench.disk.failNextClose();

        assertThat(bench.get(bench.broker.stop())).isNotNull();
    }

    @Test
    void stopWithAPartitionOfflineLeavesNoMark() {
        bench.disk.failNextAppend(AppendFault.IO_ERROR);
        bench.publish("orders", to(0, "b"));

        assertThat(bench.get(bench.broker.stop())).isFalse();
    }

    private void assertOfflineOnly(int partition) {
        assertThat(failure(bench.publish("orders", to(partition, "x")).get(0)))
            .isInstanceOf(LeaderUnavailableException.class).hasMessageContaining("orders-" + partition);
        assertThatThrownBy(() -> bench.fetch("orders", partition, 0)).isInstanceOf(LeaderUnavailableException.class);
        assertThat(status(partition).error()).isNotEmpty();
        assertThat(status(partition).leader()).isEqualTo(-1);
        assertThat(bench.broker.statistics().offlinePartitions()).isEqualTo(1);
        assertThat(bench.publishTo("orders", partition + 1, "y")).isZero();
    }

    private PartitionStatus status(int partition) {
        return bench.get(bench.broker.topicStatus("orders")).partitions().get(partition);
    }

    private static BrokerException failure(PublishOutcome outcome) {
        return ((PublishOutcome.Failed) outcome).cause();
    }
}
