package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.BrokerException;
import org.partita.storage.PartitionId;

/** Somebody else moves, removes, exchanges or changes files of partitions. */
class DisplacedFilesTest {
    private final BrokerBench bench = BrokerBench.started();
    private UUID topicId;

    @BeforeEach
    void createTopic() {
        topicId = bench.create("orders", 3).topic().id();
        bench.publishTo("orders", 0, "a");
    }

    @Test
    void messageInASegmentThatWasTakenAwayIsNotAcknowledged() {
        bench.disk.unlink(new PartitionId(topicId, 0), 0);

        BrokerException cause = failure(bench.publish("orders", to(0, "b")).get(0));

        assertThat(cause).isInstanceOf(UnknownOutcomeException.class);
        assertThat(status(0).error()).contains("segment 0", "removed, renamed or replaced");
        assertOfflineOnly(0);
    }

    @Test
    void messagesOfARoundInADirectoryThatWasTakenAwayAreNotAcknowledged() {
        bench.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> first = bench.startPublish("orders", to(0, "b"));
        bench.time.run();
        CompletionStage<List<PublishOutcome>> second = bench.startPublish("orders", to(0, "c"));
        CompletionStage<List<PublishOutcome>> neighbour = bench.startPublish("orders", to(2, "d"));
        bench.time.run();
        bench.disk.unlink(new PartitionId(topicId, 0));
        bench.fsyncs.resume();

        assertThat(failure(bench.get(first).get(0))).isInstanceOf(UnknownOutcomeException.class);
        assertThat(failure(bench.get(second).get(0))).isInstanceOf(UnknownOutcomeException.class);
        assertThat(bench.get(neighbour).get(0)).isInstanceOf(PublishOutcome.Stored.class);
        assertOfflineOnly(0);
    }

    @Test
    void backgroundForceFindsOutThatASegmentWasTakenAway() {
        UUID fast = bench.create("fast", 1, "flush", "async").topic().id();
        bench.disk.unlink(new PartitionId(fast, 0), 0);
        bench.publishTo("fast", 0, "a");

        bench.time.pass(1000);

        assertThat(failure(bench.publish("fast", to(0, "b")).get(0))).isInstanceOf(LeaderUnavailableException.class)
            .hasMessageContaining("removed, renamed or replaced");
    }

    @Test
    void noSegmentFollowsOneThatWasTakenAway() {
        UUID small = bench.create("small", 1, "segment.bytes", "4096").topic().id();
        for (int i = 0; i < 3; i++) bench.publishTo("small", 0, "v".repeat(1000));
        bench.disk.unlink(new PartitionId(small, 0), 0);

        BrokerException cause = failure(bench.publish("small", to(0, "v".repeat(1000))).get(0));

        assertThat(cause).hasMessageContaining("removed, renamed or replaced");
        assertThat(bench.store.partition(new PartitionId(small, 0)).segments()).isEmpty();
    }

    @Test
    void partitionWithoutItsDirectoryStaysOfflineAfterARestartAndGivesOutNoOffsetAgain() {
        bench.disk.unlink(new PartitionId(topicId, 0));
        bench.publish("orders", to(0, "b"));
        bench.pass(30_000);

        bench.killAndStart();

        assertThat(status(0).error()).contains("files are missing");
        assertThat(failure(bench.publish("orders", to(0, "c")).get(0))).isInstanceOf(LeaderUnavailableException.class);
    }

    @Test
    void directoriesThatChangedPlacesWhileTheBrokerWasDownAreOfflineAndTheOthersAreServed() {
        bench.publishTo("orders", 1, "b");
        bench.publishTo("orders", 2, "c");
        bench.kill();
        bench.disk.exchange(new PartitionId(topicId, 0), new PartitionId(topicId, 1));

        bench.start();

        assertThat(status(0).error()).contains(topicId + "/0 holds the log of " + topicId + "/1");
        assertThat(status(1).error()).contains(topicId + "/1 holds the log of " + topicId + "/0");
        assertThat(failure(bench.publish("orders", to(0, "x")).get(0))).isInstanceOf(LeaderUnavailableException.class);
        assertThat(bench.values("orders", 2)).containsExactly("c");
        bench.kill();
        bench.disk.exchange(new PartitionId(topicId, 0), new PartitionId(topicId, 1));
        bench.start();
        assertThat(bench.values("orders", 0)).containsExactly("a");
        assertThat(bench.publishTo("orders", 1, "d")).isEqualTo(1);
    }

    @Test
    void deletionOfATopicLeavesTheFilesOfAnotherAloneWhoseDirectoryIsInItsPlace() {
        UUID other = bench.create("others", 1).topic().id();
        bench.publishTo("others", 0, "kept");
        bench.disk.exchange(new PartitionId(topicId, 0), new PartitionId(other, 0));

        bench.get(bench.broker.deleteTopic("orders"));
        bench.killAndStart();

        PartitionStatus others = bench.get(bench.broker.topicStatus("others")).partitions().get(0);
        assertThat(others.error()).contains(other + "/0 holds the log of " + topicId + "/0");
        bench.kill();
        bench.disk.exchange(new PartitionId(topicId, 0), new PartitionId(other, 0));
        bench.start();
        assertThat(bench.values("others", 0)).containsExactly("kept");
        assertThat(bench.disk.holds(new PartitionId(topicId, 0))).isFalse();
    }

    @Test
    void directoryOfAnotherTopicIsOffline() {
        UUID other = bench.create("others", 3).topic().id();
        bench.kill();
        bench.disk.exchange(new PartitionId(topicId, 0), new PartitionId(other, 0));

        bench.start();

        assertThat(status(0).error()).contains(topicId + "/0", other + "/0");
        assertThat(bench.broker.statistics().offlinePartitions()).isEqualTo(2);
    }

    @Test
    void segmentThatWasShortenedIsNotCalledAFailureOfTheDisk() {
        bench.disk.shorten(new PartitionId(topicId, 0), 0, 5);

        BrokerException cause = failure(bench.publish("orders", to(0, "b")).get(0));

        assertThat(cause).isInstanceOf(UnknownOutcomeException.class);
        assertThat(status(0).error()).contains("its files were changed", "5 bytes found").doesNotContain("disk failed");
        assertOfflineOnly(0);
    }

    @Test
    void deletionOfATopicGoesOnBehindAPartitionWhoseFilesAreAnothers() {
        UUID other = bench.create("others", 1).topic().id();
        bench.publishTo("others", 0, "kept");
        bench.disk.exchange(new PartitionId(topicId, 1), new PartitionId(other, 0));

        bench.get(bench.broker.deleteTopic("orders"));

        assertThat(bench.disk.partitions()).containsExactlyInAnyOrder(new PartitionId(topicId, 1),
            new PartitionId(other, 0));
        assertThat(bench.broker.metadata().unwanted()).containsExactly(topicId);
    }

    @Test
    void maintenanceLeavesAloneTheFilesOfAnotherAndGoesOnWithTheOthers() {
        List<PartitionId> aged = List.of(aged("aged"), aged("other"), aged("third"));
        bench.disk.exchange(aged.get(0), aged.get(1));

        bench.pass(3_600_000);

        bench.disk.exchange(aged.get(0), aged.get(1));
        assertThat(segments(aged.get(0))).contains(0L);
        assertThat(segments(aged.get(1))).contains(0L);
        assertThat(segments(aged.get(2))).doesNotContain(0L);
    }

    /** A topic of two segments, the first of which is to be deleted in an hour. */
    private PartitionId aged(String topic) {
        UUID id = bench.create(topic, 1, "segment.bytes", "4096", "retention.ms", "1800000").topic().id();
        for (int i = 0; i < 5; i++) bench.publishTo(topic, 0, "v".repeat(1_000));
        return new PartitionId(id, 0);
    }

    private List<Long> segments(PartitionId id) {
        return bench.disk.open().partition(id).segments();
    }

    private void assertOfflineOnly(int partition) {
        assertThat(failure(bench.publish("orders", to(partition, "x")).get(0)))
            .isInstanceOf(LeaderUnavailableException.class).hasMessageContaining("orders-" + partition);
        assertThatThrownBy(() -> bench.fetch("orders", partition, 0)).isInstanceOf(LeaderUnavailableException.class);
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
