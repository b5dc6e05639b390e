package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.DirectoryStatus;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.TopicStatus;
import org.partita.core.metadata.TopicExistsException;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;
import org.partita.storage.testing.AppendFault;
import org.partita.storage.testing.MemoryDisk;
import org.partita.storage.testing.StateWriteFault;

/** What one of two disks that fails, hangs or is full leaves to the other. */
class DirectoryFailureTest {
    private final BrokerBench bench = BrokerBench.startedOnTwoDisks();
    private final MemoryDisk first = bench.disks.get(0);
    private final MemoryDisk second = bench.disks.get(1);
    private UUID orders;

    /** Partition 0 is in the first directory, 1 in the second. */
    @BeforeEach
    void createTopic() {
        orders = bench.create("orders", 2).topic().id();
    }

    @Test
    void failedDiskTakesOnlyItsPartitionsOfflineAndTheMarkOnlyFromItself() {
        second.failNextForce();

        List<PublishOutcome> outcomes = bench.publish("orders", to(0, "a"), to(1, "b"));

        assertThat(outcomes.get(0)).isInstanceOf(PublishOutcome.Stored.class);
        assertThat(((PublishOutcome.Failed) outcomes.get(1)).cause()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(bench.broker.statistics().offlinePartitions()).isEqualTo(1);
        assertThat(bench.publishTo("orders", 0, "c")).isEqualTo(1);
        assertThat(bench.get(bench.broker.stop())).isFalse();
        assertThat(marked(first)).isTrue();
        assertThat(marked(second)).isFalse();
    }

    @Test
    void fullDiskRefusesOnlyWhatGoesThere() {
        second.limitUsableBytes(0);

        List<PublishOutcome> outcomes = bench.publish("orders", to(0, "a"), to(1, "b"));

        assertThat(outcomes.get(0)).isInstanceOf(PublishOutcome.Stored.class);
        assertThat(((PublishOutcome.Failed) outcomes.get(1)).cause().code()).isEqualTo("disk-full");
        assertThat(bench.broker.statistics().offlinePartitions()).isZero();
    }

    @Test
    void diskThatHangsInAForceHoldsUpNoAcknowledgementOfTheOther() {
        bench.fsyncsOfOthers.get(second).pause();
        List<CompletionStage<?>> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) waiting.add(bench.startPublish("orders", to(1, "waits")));

        assertThat(bench.publishTo("orders", 0, "a")).isZero();
        assertThat(waiting).noneMatch(each -> each.toCompletableFuture().isDone());
    }

    @Test
    void diskThatHangsHoldsUpNoMaintenanceOfTheOther() {
        bench.create("short", 2, "retention.ms", "10000");
        bench.publishTo("short", 0, "a");
        bench.publishTo("short", 1, "a");
        bench.loopOf(second).pause();

        bench.pass(10_000 + 3 * LogMaintenance.PAUSE_MILLIS);

        UUID id = bench.broker.metadata().topic("short").orElseThrow().id();
        assertThat(bench.stores.get(0).partition(new PartitionId(id, 0)).segments()).containsExactly(1L);
        assertThat(bench.stores.get(1).partition(new PartitionId(id, 1)).segments()).contains(0L);
    }

    @Test
    void directoryThatFailsIsFoundOutWithoutAnyMessageAndWellAgainLater() {
        second.failStateWrite(1, StateWriteFault.IO_ERROR);

        bench.pass(LogMaintenance.PAUSE_MILLIS);
        assertThat(bench.broker.directories()).extracting(DirectoryStatus::writable).containsExactly(true, false);
        bench.pass(LogMaintenance.PAUSE_MILLIS);

        assertThat(bench.broker.directories()).extracting(DirectoryStatus::writable).containsExactly(true, true);
    }

    @Test
    void directoryThatHangsIsFoundOutWithoutAnyMessageAndWellAgainLater() {
        bench.loopOf(first).pause();

        bench.pass(LogMaintenance.PAUSE_MILLIS + 6_000);
        assertThat(bench.broker.directories()).extracting(DirectoryStatus::writable).containsExactly(false, true);
        bench.loopOf(first).resume();
        bench.time.run();

        assertThat(bench.broker.directories()).extracting(DirectoryStatus::writable).containsExactly(true, true);
    }

    @Test
    void topicsThatDoNotNeedTheDiskThatHangsComeAndGo() {
        bench.loopOf(second).pause();
        bench.create("one", 1);
        bench.get(bench.broker.deleteTopic("one"));

        assertThat(bench.broker.metadata().topics()).containsOnlyKeys("orders");
        assertThat(bench.broker.metadata().unwanted()).isEmpty();
    }

    @Test
    void newTopicsAvoidADiskThatHangsAfterAFewSeconds() {
        bench.loopOf(second).pause();
        CompletionStage<TopicStatus> waiting = bench.broker.createTopic(wish("waiting", 2));
        bench.pass(6_000);

        bench.create("wide", 4);

        assertThat(first.open().partitions()).hasSize(6);
        bench.loopOf(second).resume();
        assertThat(bench.get(waiting).partitions()).hasSize(2);
        UUID back = bench.create("back", 1).topic().id();
        assertThat(second.holds(new PartitionId(back, 0))).isTrue();
    }

    @Test
    void stopMarksTheDirectoryThatDoesNotHang() {
        bench.loopOf(second).pause();
        bench.publishTo("orders", 0, "a");
        CompletionStage<Boolean> stopped = bench.broker.stop();

        bench.pass(25_000);

        assertThat(bench.get(stopped)).isFalse();
        assertThat(marked(first)).isTrue();
        assertThat(marked(second)).isFalse();
    }

    @Test
    void creationThatFailsInOneDirectoryLeavesNothingInAny() {
        breakNextFile(second);

        assertThatThrownBy(() -> bench.create("bills", 2)).isInstanceOf(StorageException.class);

        assertThat(first.open().partitions()).containsExactly(new PartitionId(orders, 0));
        assertThat(second.open().partitions()).containsExactly(new PartitionId(orders, 1));
        assertThat(bench.broker.metadata().unwanted()).isEmpty();
        assertThat(bench.broker.metadata().topics()).containsOnlyKeys("orders");
    }

    @Test
    void newTopicsAvoidADirectoryWhereTheLastFailedUntilItTakesAWriteAgain() {
        breakNextFile(second);
        assertThatThrownBy(() -> bench.create("bills", 2)).isInstanceOf(StorageException.class);

        UUID avoiding = bench.create("avoiding", 2).topic().id();
        bench.pass(LogMaintenance.PAUSE_MILLIS);
        UUID again = bench.create("again", 1).topic().id();

        assertThat(first.holds(new PartitionId(avoiding, 0))).isTrue();
        assertThat(first.holds(new PartitionId(avoiding, 1))).isTrue();
        assertThat(second.holds(new PartitionId(again, 0))).isTrue();
    }

    @Test
    void changesOfATopicThatIsBeingCreatedWaitAndKeepTheirOrder() {
        bench.loopOf(second).pause();
        CompletionStage<TopicStatus> one = bench.broker.createTopic(wish("bills", 2));
        CompletionStage<TopicStatus> other = bench.broker.createTopic(wish("bills", 1));
        CompletionStage<Void> deletion = bench.broker.deleteTopic("bills");
        bench.time.run();
        assertThat(other.toCompletableFuture()).isNotDone();

        bench.loopOf(second).resume();

        assertThat(bench.get(one).partitions()).hasSize(2);
        assertThatThrownBy(() -> bench.get(other)).isInstanceOf(TopicExistsException.class);
        bench.get(deletion);
        assertThat(bench.broker.metadata().topics()).containsOnlyKeys("orders");
    }

    @Test
    void secondCreationOfANameSucceedsIfTheFirstFails() {
        bench.loopOf(second).pause();
        breakNextFile(second);
        CompletionStage<TopicStatus> one = bench.broker.createTopic(wish("bills", 2));
        CompletionStage<TopicStatus> other = bench.broker.createTopic(wish("bills", 1));
        bench.time.run();
        bench.loopOf(second).resume();

        assertThatThrownBy(() -> bench.get(one)).isInstanceOf(StorageException.class)
            .isNotInstanceOf(TopicExistsException.class);
        assertThat(bench.get(other).partitions()).hasSize(1);
    }

    @Test
    void creationUnderWayAtAStopComesToNothing() {
        bench.loopOf(second).pause();
        CompletionStage<TopicStatus> creation = bench.broker.createTopic(wish("bills", 2));
        bench.time.run();
        CompletionStage<Boolean> stopped = bench.broker.stop();
        bench.time.run();
        bench.loopOf(second).resume();

        assertThatThrownBy(() -> bench.get(creation)).hasMessageContaining("stopping");
        assertThat(bench.get(stopped)).isTrue();
        assertThat(bench.killAndStart().broker.metadata().topics()).containsOnlyKeys("orders");
        assertThat(first.open().partitions()).hasSize(1);
        assertThat(second.open().partitions()).hasSize(1);
    }

    @Test
    void copyOfTheMetadataThatFailsIsWrittenWithTheNextChange() {
        second.failNextStateWrite();
        bench.create("lost", 1);
        bench.create("kept", 1);
        bench.kill();
        bench.disks.remove(first);

        bench.start();

        assertThat(bench.broker.metadata().topics()).containsOnlyKeys("kept", "lost", "orders");
    }

    @Test
    void diskThatCannotBeReadAtTheStartIsNamed() {
        bench.kill();
        second.failNextRead();

        assertThatThrownBy(bench::start).isInstanceOf(StorageException.class)
            .hasMessageContaining("data directory " + second.identity().directoryId())
            .hasMessageContaining("take it out of partita.data");
    }

    @Test
    void appendsThatFailOnOneDiskAreServedByTheOther() {
        second.failNextAppend(AppendFault.IO_ERROR);
        bench.publish("orders", to(1, "b"));

        for (int i = 0; i < 6; i++) {
            assertThat(bench.publish("orders", BrokerBench.keyless("x")).get(0))
                .isInstanceOf(PublishOutcome.Stored.class);
        }
        assertThat(bench.values("orders", 0)).hasSize(6);
    }

    private static void breakNextFile(MemoryDisk disk) {
        disk.failNextForce();
    }

    private static NewTopic wish(String name, int partitions) {
        return new NewTopic(name, partitions, NewTopic.DEFAULT, Map.of());
    }

    private static boolean marked(MemoryDisk disk) {
        try (SegmentStore store = disk.open()) {
            return store.takeCleanMark();
        }
    }
}
