package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.partita.core.local.BrokerBench.keyed;
import static org.partita.core.local.BrokerBench.keyless;
import static org.partita.core.local.BrokerBench.to;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerStatistics;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.TopicChange;
import org.partita.core.broker.TopicStatus;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.broker.TopicTraffic;
import org.partita.core.log.LogConfig;
import org.partita.core.log.PartitionLog;
import org.partita.core.metadata.PartitionNotFoundException;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.metadata.TopicRef;
import org.partita.core.record.SampleRecords;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.storage.PartitionId;
import org.partita.storage.testing.MemorySegmentStore;

class LocalBrokerTest {
    @Test
    void publishedMessageIsReadBackAtItsOffset() {
        BrokerBench bench = BrokerBench.started();
        bench.create("orders", 3);

        List<PublishOutcome> outcomes = bench.publish("orders", to(1, "first"), to(1, "second"));

        assertThat(outcomes).containsExactly(
            new PublishOutcome.Stored(1, 0, BrokerBench.WALL_CLOCK_MILLIS, AckPolicy.QUORUM, 1, true),
            new PublishOutcome.Stored(1, 1, BrokerBench.WALL_CLOCK_MILLIS, AckPolicy.QUORUM, 1, true));
        assertThat(bench.values("orders", 1)).containsExactly("first", "second");
    }

    @Test
    void messagesAndOffsetsSurviveACrashAfterTheyWereAcknowledged() {
        BrokerBench bench = BrokerBench.started();
        bench.create("orders", 1);
        bench.publishTo("orders", 0, "first");

        bench.crashAndStart();

        assertThat(bench.values("orders", 0)).containsExactly("first");
        assertThat(bench.publishTo("orders", 0, "second")).isEqualTo(1);
    }

    @Test
    void messagesOfOneKeyGoToOnePartition() {
        BrokerBench bench = BrokerBench.started();
        bench.create("orders", 7);

        List<PublishOutcome> outcomes = bench.publish("orders", keyed("a", "1"), keyed("b", "2"), keyed("a", "3"));

        assertThat(partition(outcomes, 0)).isEqualTo(partition(outcomes, 2));
    }

    @Test
    void messagesWithoutKeyStayTogetherInARequestAndMoveOnWithTheNext() {
        BrokerBench bench = BrokerBench.started();
        bench.create("orders", 3);

        List<PublishOutcome> first = bench.publish("orders", keyless("1"), keyless("2"));
        List<PublishOutcome> second = bench.publish("orders", keyless("3"));

        assertThat(partition(first, 0)).isEqualTo(partition(first, 1));
        assertThat(partition(second, 0)).isEqualTo((partition(first, 0) + 1) % 3);
    }

    @Test
    void everyStartIsANewLeaderEpoch() {
        BrokerBench bench = BrokerBench.started();
        int atCreation = bench.create("orders", 1).partitions().get(0).leaderEpoch();

        bench.killAndStart();

        PartitionStatus status = bench.get(bench.broker.topicStatus("orders")).partitions().get(0);
        assertThat(atCreation).isZero();
        assertThat(status.leaderEpoch()).isEqualTo(1);
        assertThat(status.leader()).isEqualTo(1);
        assertThat(status.error()).isEmpty();
    }

    @Test
    void metadataThatIsOlderThanALogIsNoReasonToRefuseItsAppends() {
        BrokerBench bench = BrokerBench.started();
        UUID id = bench.create("orders", 1).topic().id();
        bench.get(bench.broker.stop());
        bench.store.close();
        try (MemorySegmentStore store = bench.disk.open(); PartitionLog log = PartitionLog.open(
                store.partition(new PartitionId(id, 0)), new LogConfig(1 << 20))) {
            log.append(SampleRecords.batch(1), 1_000);
        }
        bench.time.discardAll();

        bench.start();

        assertThat(bench.publishTo("orders", 0, "later")).isEqualTo(1);
        TopicStatus.PartitionStatus status = bench.get(bench.broker.topicStatus("orders")).partitions().get(0);
        assertThat(status.leaderEpoch()).isEqualTo(1_001);
    }

    @Test
    void unknownTopicIsRefusedWithTheWayToCreateIt() {
        BrokerBench bench = BrokerBench.started();

        assertThatThrownBy(() -> bench.publish("orders", keyless("1"))).isInstanceOf(TopicNotFoundException.class)
            .hasMessageContaining("POST /v1/topics");
        assertThatThrownBy(() -> bench.fetch("orders", 0, 0)).isInstanceOf(TopicNotFoundException.class);
        assertThatThrownBy(() -> bench.get(bench.broker.topicStatus("orders")))
            .isInstanceOf(TopicNotFoundException.class);
    }

    @Test
    void fetchOfAPartitionThatIsNotThereIsRefused() {
        BrokerBench bench = BrokerBench.started();
        bench.create("orders", 2);

        assertThatThrownBy(() -> bench.fetch("orders", 2, 0)).isInstanceOf(PartitionNotFoundException.class);
    }

    @Test
    void concurrentFirstPublishesCreateTheTopicOnce() {
        BrokerBench bench = BrokerBench.started(new BrokerConfig(1, true));

        CompletionStage<List<PublishOutcome>> one = bench.startPublish("orders", keyless("1"));
        CompletionStage<List<PublishOutcome>> other = bench.startPublish("orders", keyless("2"));

        assertThat(bench.get(one)).allMatch(PublishOutcome.Stored.class::isInstance);
        assertThat(bench.get(other)).allMatch(PublishOutcome.Stored.class::isInstance);
        assertThat(bench.broker.metadata().topic("orders").orElseThrow().partitions()).isEqualTo(3);
    }

    @Test
    void cleanStopMarksTheDirectory() {
        BrokerBench bench = BrokerBench.started();
        bench.create("orders", 1, "flush", "async");
        bench.publishTo("orders", 0, "first");

        boolean clean = bench.get(bench.broker.stop());
        bench.disk.crash();
        boolean marked = bench.disk.open().takeCleanMark();
        bench.start();

        assertThat(clean).isTrue();
        assertThat(marked).isTrue();
        assertThat(bench.values("orders", 0)).containsExactly("first");
    }

    @Test
    void markIsTakenAwayByTheStart() {
        BrokerBench bench = BrokerBench.started();
        bench.get(bench.broker.stop());

        bench.killAndStart();

        assertThat(bench.store.takeCleanMark()).isFalse();
    }

    @Test
    void stopThatCannotFlushLeavesNoMark() {
        BrokerBench bench = BrokerBench.started();
        bench.create("orders", 1, "flush", "async");
        bench.publishTo("orders", 0, "first");
        bench.disk.failNextForce();

        boolean clean = bench.get(bench.broker.stop());

        assertThat(clean).isFalse();
        assertThat(bench.store.takeCleanMark()).isFalse();
    }

    @Test
    void stopEndsInBoundedTimeThoughADiskHangs() {
        BrokerBench bench = BrokerBench.started();
        bench.create("orders", 1);
        bench.fsyncs.pause();
        bench.startPublish("orders", keyless("1"));
        bench.time.run();

        CompletionStage<Boolean> stopped = bench.broker.stop();
        bench.time.pass(20_000);
        boolean clean = bench.get(stopped);

        assertThat(clean).isFalse();
        assertThat(bench.store.takeCleanMark()).isFalse();
    }

    @Test
    void stopWaitsForPendingPublishesAndRefusesNewOnes() {
        BrokerBench bench = BrokerBench.started();
        bench.create("orders", 1);
        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", keyless("1"));
        bench.time.run();

        CompletionStage<Boolean> stopped = bench.broker.stop();

        assertThatThrownBy(() -> bench.publish("orders", keyless("2")))
            .isInstanceOf(LeaderUnavailableException.class).hasMessageContaining("stopping");
        assertThat(bench.get(stopped)).isTrue();
        assertThat(bench.get(pending)).allMatch(PublishOutcome.Stored.class::isInstance);
    }

    @Test
    void statisticsCountMessagesAndPartitions() {
        BrokerBench bench = BrokerBench.started();
        bench.create("orders", 3);
        bench.publish("orders", keyed("ab", "cde"), to(9, "nowhere"));
        bench.fetch("orders", ((PublishOutcome.Stored) bench.publish("orders", to(0, "x")).get(0)).partition(), 0);

        BrokerStatistics statistics = bench.broker.statistics();

        assertThat(statistics.messagesIn()).isEqualTo(2);
        assertThat(statistics.bytesIn()).isEqualTo(6);
        assertThat(statistics.publishesRefused()).isEqualTo(1);
        assertThat(statistics.messagesOut()).isPositive();
        assertThat(statistics.topics()).isEqualTo(1);
        assertThat(statistics.partitions()).isEqualTo(3);
        assertThat(statistics.offlinePartitions()).isZero();
    }

    @Test
    void trafficIsCountedForEachTopicAlsoOverAChangeAndGoesWithIt() {
        BrokerBench bench = BrokerBench.started();
        bench.create("orders", 1);
        bench.create("bills", 1);
        bench.publish("orders", to(0, "abc"));
        bench.get(bench.broker.changeTopic(TopicChange.ofConfig("orders", Map.of("flush", "async"), Set.of())));
        bench.publish("orders", to(0, "d"));
        bench.fetch("orders", 0, 1);
        bench.publish("bills", to(0, "e"));

        assertThat(bench.broker.statistics().traffic()).extracting(TopicTraffic::topic, TopicTraffic::messagesIn,
            TopicTraffic::bytesIn, TopicTraffic::messagesOut, TopicTraffic::bytesOut)
            .containsExactly(tuple("bills", 1L, 1L, 0L, 0L), tuple("orders", 2L, 4L, 1L, 1L));
        bench.get(bench.broker.deleteTopic("orders"));

        assertThat(bench.broker.statistics().traffic()).extracting(TopicTraffic::topic).containsExactly("bills");
        assertThat(bench.broker.statistics().messagesIn()).isEqualTo(3);
    }

    @Test
    void whatIsSentAsItIsStoredCountsForItsTopicUnlessThatHasGone() {
        BrokerBench bench = BrokerBench.started();
        UUID id = bench.create("orders", 1).topic().id();

        bench.broker.sent(TopicRef.named("orders"), 3, 100);
        bench.broker.sent(id, 2, 50);
        bench.broker.sent(TopicRef.named("gone"), 1, 7);
        bench.broker.sent(new UUID(7, 7), 1, 7);
        bench.broker.sent(new TopicRef("orders", new UUID(7, 7)), 1, 7);

        assertThat(bench.broker.statistics().traffic()).extracting(TopicTraffic::messagesOut, TopicTraffic::bytesOut)
            .containsExactly(tuple(5L, 150L));
        assertThat(bench.broker.statistics().messagesOut()).isEqualTo(8);
        assertThat(bench.broker.statistics().bytesOut()).isEqualTo(171);
    }

    private static int partition(List<PublishOutcome> outcomes, int index) {
        return ((PublishOutcome.Stored) outcomes.get(index)).partition();
    }
}
