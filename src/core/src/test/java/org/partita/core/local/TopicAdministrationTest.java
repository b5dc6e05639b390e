package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.TopicStatus;
import org.partita.core.metadata.InvalidNameException;
import org.partita.core.metadata.InvalidRequestException;
import org.partita.core.metadata.MetadataStore;
import org.partita.core.metadata.TopicExistsException;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;

class TopicAdministrationTest {
    private final BrokerBench bench = BrokerBench.started();

    @Test
    void createdTopicSurvivesACrashWithItsIdAndSettings() {
        TopicStatus created = bench.create("orders", 5, "segment.bytes", "8192");

        bench.crashAndStart();

        TopicStatus found = bench.get(bench.broker.topicStatus("orders"));
        assertThat(found.topic().id()).isEqualTo(created.topic().id());
        assertThat(found.topic().config().segmentBytes()).isEqualTo(8192);
        assertThat(found.partitions()).hasSize(5);
        assertThat(bench.disk.label(created.topic().id())).contains("orders");
    }

    @Test
    void takenNameIsRefused() {
        bench.create("orders", 1);

        assertThatThrownBy(() -> bench.create("orders", 1)).isInstanceOf(TopicExistsException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", "a/b", "__groups"})
    void badNameIsRefusedInTheBroker(String name) {
        assertThatThrownBy(() -> bench.create(name, 1)).isInstanceOf(InvalidNameException.class);
        assertThat(bench.broker.metadata().topics()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -2, 1001, Integer.MAX_VALUE})
    void numberOfPartitionsIsBounded(int partitions) {
        assertThatThrownBy(() -> bench.create("orders", partitions)).isInstanceOf(InvalidRequestException.class)
            .extracting("field").isEqualTo("partitions");
    }

    @Test
    void partitionsOfAllTopicsAreBounded() {
        for (int i = 0; i < 10; i++) bench.create("topic-" + i, 1000);

        assertThatThrownBy(() -> bench.create("orders", 1)).isInstanceOf(InvalidRequestException.class)
            .hasMessageContaining("10000");
    }

    @Test
    void replicationFactorIsRefusedNotShrunk() {
        NewTopic wish = new NewTopic("orders", 1, 3, Map.of());

        assertThatThrownBy(() -> bench.get(bench.broker.createTopic(wish)))
            .isInstanceOf(InvalidRequestException.class).extracting("field").isEqualTo("replicationFactor");
    }

    @Test
    void deletedTopicIsGoneWithItsFiles() {
        bench.create("orders", 2);
        bench.publishTo("orders", 0, "x");

        bench.get(bench.broker.deleteTopic("orders"));

        assertThatThrownBy(() -> bench.publish("orders", to(0, "y"))).isInstanceOf(TopicNotFoundException.class);
        assertThat(bench.store.partitions()).isEmpty();
        assertThat(bench.broker.metadata().unwanted()).isEmpty();
        assertThat(bench.killAndStart().broker.metadata().topics()).isEmpty();
    }

    @Test
    void topicOfTheSameNameAfterADeletionIsAnotherTopic() {
        UUID first = bench.create("orders", 1).topic().id();
        bench.publishTo("orders", 0, "x");
        bench.get(bench.broker.deleteTopic("orders"));

        UUID second = bench.create("orders", 1).topic().id();

        assertThat(second).isNotEqualTo(first);
        assertThat(bench.values("orders", 0)).isEmpty();
    }

    @Test
    void deletionReleasesWaitingFetches() {
        bench.create("orders", 1);
        CompletionStage<FetchResult> waiting = bench.startFetch("orders", 0, 0, 60_000);
        bench.time.run();

        bench.get(bench.broker.deleteTopic("orders"));

        assertThatThrownBy(() -> bench.get(waiting)).isInstanceOf(TopicNotFoundException.class);
        assertThat(bench.broker.statistics().waitingFetches()).isZero();
    }

    @Test
    void deletionFailsPublishesThatWaitForTheDisk() {
        bench.create("orders", 1);
        bench.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", to(0, "x"));
        bench.time.run();
        CompletionStage<Void> deleted = bench.broker.deleteTopic("orders");
        bench.time.run();
        bench.fsyncs.resume();

        bench.get(deleted);

        assertThat(((PublishOutcome.Failed) bench.get(pending).get(0)).cause().code()).isEqualTo("topic-not-found");
    }

    @Test
    void deletionThatACrashInterruptedIsFinishedAtTheNextStart() {
        bench.create("orders", 1);
        bench.fsyncs.pause();
        bench.startPublish("orders", to(0, "x"));
        bench.time.run();
        bench.broker.deleteTopic("orders");
        bench.time.run();
        assertThat(bench.store.partitions()).hasSize(1);

        bench.crashAndStart();

        assertThat(bench.store.partitions()).isEmpty();
        assertThat(bench.broker.metadata().unwanted()).isEmpty();
    }

    @Test
    void noteOfATopicThatACrashLeftWithoutPartitionsGoesAtTheNextStart() {
        UUID topicId = bench.create("orders", 1).topic().id();
        MetadataStore metadata = new MetadataStore(bench.store);
        metadata.save(metadata.load().orElseThrow().without("orders"));
        bench.kill();
        bench.disk.open().deletePartition(new PartitionId(topicId, 0));
        assertThat(bench.disk.label(topicId)).contains("orders");

        bench.start();

        assertThat(bench.disk.label(topicId)).isEmpty();
        assertThat(bench.broker.metadata().unwanted()).isEmpty();
    }

    @Test
    void messagesOfATopicThatAnOlderCopyOfTheMetadataKnowsAsUnmadeAreLeftAlone() {
        TopicMetadata topic = unmade("orders", "a");

        bench.killAndStart();

        assertThat(bench.broker.metadata().unmade()).containsExactly(topic.id());
        MetadataStore metadata = new MetadataStore(bench.store);
        metadata.save(metadata.load().orElseThrow().with(topic));
        bench.killAndStart();
        assertThat(bench.values("orders", 0)).containsExactly("a");
    }

    @Test
    void filesOfAnUnmadeTopicThatCannotBeLookedAtAreLeftAlone() {
        TopicMetadata topic = unmade("orders");
        bench.disk.failNextOpening();

        bench.killAndStart();

        assertThat(bench.broker.metadata().unmade()).containsExactly(topic.id());
        assertThat(bench.store.partitions()).hasSize(1);
        assertThat(bench.killAndStart().store.partitions()).as("now they can, and are empty").isEmpty();
    }

    /** As a crash in the middle of its creation leaves it. */
    private TopicMetadata unmade(String name, String... values) {
        TopicMetadata topic = bench.create(name, 1).topic();
        for (String value : values) bench.publishTo(name, 0, value);
        MetadataStore metadata = new MetadataStore(bench.store);
        metadata.save(metadata.load().orElseThrow().without(name).forgetting(topic.id()).preparing(topic.id()));
        return topic;
    }

    @Test
    void filesOfATopicThatACrashLeftUnmadeGoAtTheNextStart() {
        unmade("orders");

        bench.killAndStart();

        assertThat(bench.broker.metadata().unwanted()).isEmpty();
        assertThat(bench.store.partitions()).isEmpty();
    }

    @Test
    void deletionWhoseFilesCannotBeRemovedIsAnsweredAndFinishedAtTheNextStart() {
        PartitionId id = new PartitionId(bench.create("orders", 1).topic().id(), 0);
        bench.store.partition(id).createSegment(1_000);

        bench.get(bench.broker.deleteTopic("orders"));

        assertThat(bench.broker.metadata().unwanted()).containsExactly(id.topicId());
        assertThat(bench.killAndStart().store.partitions()).isEmpty();
    }

    @Test
    void deletionOfAnUnknownTopicIsRefused() {
        assertThatThrownBy(() -> bench.get(bench.broker.deleteTopic("orders")))
            .isInstanceOf(TopicNotFoundException.class);
    }

    @Test
    void changeThatCannotBeMadeDurableIsNotApplied() {
        bench.create("orders", 1);
        bench.disk.failNextStateWrite();
        assertThatThrownBy(() -> bench.create("payments", 1)).isInstanceOf(StorageException.class);
        bench.disk.failNextStateWrite();
        assertThatThrownBy(() -> bench.get(bench.broker.deleteTopic("orders"))).isInstanceOf(StorageException.class);

        assertThat(bench.broker.metadata().topics()).containsOnlyKeys("orders");
        assertThat(bench.publishTo("orders", 0, "x")).isZero();
        assertThat(bench.killAndStart().broker.metadata().topics()).containsOnlyKeys("orders");
    }

    @Test
    void creationThatFailsHalfwayLeavesNoFiles() {
        FailingDiskBroker failing = new FailingDiskBroker(bench);

        assertThatThrownBy(() -> failing.create("orders")).isInstanceOf(StorageException.class);

        assertThat(bench.disk.open().partitions()).isEmpty();
    }

    @Test
    void creationThatFailsHalfwayNamesItsCauseAlthoughAFileCannotBeClosed() {
        FailingDiskBroker failing = new FailingDiskBroker(bench);
        bench.disk.failNextClose();

        assertThatThrownBy(() -> failing.create("orders")).isInstanceOf(StorageException.class)
            .hasMessageContaining("partition 1 cannot be made");

        assertThat(bench.disk.open().partitions()).isEmpty();
    }

    @Test
    void b009FilesOfNoTopicAreLeftAlone() {
        PartitionId stranger = new PartitionId(new UUID(5, 5), 0);
        bench.store.partition(stranger).createSegment(0).close();

        bench.killAndStart();
        bench.create("orders", 1);
        bench.get(bench.broker.deleteTopic("orders"));

        assertThat(bench.store.partitions()).containsExactly(stranger);
    }

    @Test
    void b009DamagedMetadataStopsTheStartAndLeavesTheFiles() {
        bench.create("orders", 1);
        bench.store.writeState("metadata.image", java.nio.ByteBuffer.allocate(5));
        bench.store.writeState("metadata.image.copy", java.nio.ByteBuffer.allocate(5));

        assertThatThrownBy(bench::killAndStart).isInstanceOf(StorageException.class)
            .hasMessageContaining("from a backup");
        assertThat(bench.disk.open().partitions()).hasSize(1);
    }

    @Test
    void b015PartitionWithoutFilesIsOfflineAndNotTakenForEmpty() {
        UUID id = bench.create("orders", 2).topic().id();
        bench.get(bench.broker.stop());
        bench.store.deletePartition(new PartitionId(id, 0));

        bench.killAndStart();

        assertThatThrownBy(() -> bench.fetch("orders", 0, 0)).isInstanceOf(LeaderUnavailableException.class)
            .hasMessageContaining("files are missing");
        assertThat(bench.publishTo("orders", 1, "x")).isZero();
    }

    @Test
    void changesBeyondTheBoundAreRefused() {
        for (int i = 0; i < 1000; i++) bench.broker.deleteTopic("t");

        assertThatThrownBy(() -> bench.broker.deleteTopic("t").toCompletableFuture().join())
            .hasCauseInstanceOf(LeaderUnavailableException.class);
    }
}
