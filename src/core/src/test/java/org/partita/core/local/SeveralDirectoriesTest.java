package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.broker.BrokerStatistics;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.execution.VirtualTime;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.LogSlice;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;
import org.partita.storage.testing.MemoryDisk;

/** Where the files of a broker with two data directories are, and what it makes of what it finds there. */
class SeveralDirectoriesTest {
    private final BrokerBench bench = BrokerBench.startedOnTwoDisks();
    private final MemoryDisk first = bench.disks.get(0);
    private final MemoryDisk second = bench.disks.get(1);

    @Test
    void newPartitionsGoWhereTheFewestAreAndTheEarlierDirectoryWinsATie() {
        UUID orders = bench.create("orders", 3).topic().id();
        UUID bills = bench.create("bills", 2).topic().id();

        assertThat(in(first)).containsExactlyInAnyOrder(id(orders, 0), id(orders, 2), id(bills, 1));
        assertThat(in(second)).containsExactlyInAnyOrder(id(orders, 1), id(bills, 0));
    }

    @Test
    void deletedPartitionsMakeRoomAlsoAfterARestart() {
        UUID orders = bench.create("orders", 1).topic().id();
        bench.create("bills", 2);
        bench.killAndStart();
        bench.get(bench.broker.deleteTopic("bills"));

        UUID notes = bench.create("notes", 1).topic().id();

        assertThat(in(first)).containsExactly(id(orders, 0));
        assertThat(in(second)).containsExactly(id(notes, 0));
    }

    @Test
    void everyDirectoryTellsAPersonWhichTopicItHolds() {
        UUID orders = bench.create("orders", 2).topic().id();
        UUID bills = bench.create("bills", 1).topic().id();

        assertThat(first.label(orders)).contains("orders");
        assertThat(second.label(orders)).contains("orders");
        assertThat(second.label(bills)).isEmpty();
    }

    @Test
    void messagesInBothSurviveEveryWayToEnd() {
        fill();

        bench.stopAndStart();
        assertAllThere();
        bench.killAndStart();
        assertAllThere();
        bench.crashAndStart();
        assertAllThere();
    }

    @Test
    void segmentsOfBothAreClosedAndNotReadAgain() {
        UUID id = bench.create("small", 2, "segment.bytes", "4096").topic().id();
        for (int i = 0; i < 20; i++) bench.publishTo("small", i % 2, "v".repeat(1000));
        bench.get(bench.broker.stop());
        bench.stores.forEach(SegmentStore::close);
        first.overwrite(id(id, 0), 0, 100, (byte) 0x55);
        second.overwrite(id(id, 1), 0, 100, (byte) 0x55);
        bench.wallMillis += 3_600_000;

        bench.start();

        assertThat(bench.broker.statistics().offlinePartitions()).isZero();
        assertThat(bench.publishTo("small", 0, "x")).isEqualTo(10);
        assertThat(bench.publishTo("small", 1, "x")).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void withoutADirectoryItsPartitionsAreOfflineUntilItIsBack(int missing) {
        fill();
        bench.kill();
        MemoryDisk taken = bench.disks.remove(missing);
        bench.start();

        assertThatThrownBy(() -> bench.fetch("orders", missing, 0)).isInstanceOf(LeaderUnavailableException.class)
            .hasMessageContaining("its files are missing").hasMessageContaining("data directory");
        assertThat(bench.publishTo("orders", 1 - missing, "b")).isEqualTo(1);
        assertThat(bench.get(bench.broker.stop())).as("the other directory is clean").isTrue();
        bench.kill();
        bench.disks.add(missing, taken);
        bench.start();

        assertThat(bench.values("orders", missing)).containsExactly("a" + missing);
        assertThat(bench.values("orders", 1 - missing)).containsExactly("a" + (1 - missing), "b");
    }

    @Test
    void topicsOfTheTimeWithoutTheHomeAreKeptWhenItIsBack() {
        fill();
        bench.kill();
        bench.disks.remove(first);
        bench.start();
        bench.create("bills", 1);
        bench.publishTo("bills", 0, "x");
        bench.get(bench.broker.deleteTopic("orders"));
        bench.kill();
        bench.disks.add(0, first);

        bench.start();

        assertThat(bench.broker.metadata().topics()).containsOnlyKeys("bills");
        assertThat(bench.values("bills", 0)).containsExactly("x");
        assertThat(in(first)).as("files of a topic that is not known any more").hasSize(1);
    }

    @Test
    void orderOfTheDirectoriesMayChange() {
        fill();
        bench.kill();
        Collections.reverse(bench.disks);
        bench.start();
        bench.create("bills", 2);
        bench.kill();
        Collections.reverse(bench.disks);

        bench.start();

        assertThat(bench.broker.metadata().topics()).containsOnlyKeys("bills", "orders");
        assertAllThere();
    }

    @Test
    void emptyDirectoryMayBecomeTheFirst() {
        fill();
        bench.kill();
        bench.disks.add(0, new MemoryDisk(new DirectoryIdentity("test", 1, new UUID(1, 3), 1)));

        bench.start();

        assertAllThere();
    }

    @Test
    void directoryWithFilesAndNoMetadataAnywhereStopsTheStart() {
        UUID stranger = new UUID(5, 5);
        MemoryDisk blank = new MemoryDisk(first.identity());
        MemoryDisk other = new MemoryDisk(second.identity());
        other.open().partition(id(stranger, 0)).createSegment(0).close();
        bench.kill();
        bench.disks.clear();
        bench.disks.addAll(List.of(blank, other));

        assertThatThrownBy(bench::start).isInstanceOf(StorageException.class).hasMessageContaining("1 partitions");
        assertThat(in(other)).containsExactly(id(stranger, 0));
    }

    @Test
    void filesOfOnePartitionInTwoDirectoriesTakeItOfflineAndStay() {
        UUID orders = fill();
        second.open().partition(id(orders, 0)).createSegment(0).close();

        bench.killAndStart();

        assertThat(status(0).error()).contains("more than one data directory")
            .as("names of directories are for the log, not for clients")
            .doesNotContain(first.identity().directoryId().toString())
            .doesNotContain(second.identity().directoryId().toString());
        assertThat(bench.values("orders", 1)).containsExactly("a1");
        assertThat(first.holds(id(orders, 0))).isTrue();
        assertThat(second.holds(id(orders, 0))).isTrue();
        assertThat(bench.get(bench.broker.stop())).as("clean, for neither was opened").isTrue();
    }

    @Test
    void emptyPlaceBesideTheFilesIsNoSecondCopy() {
        UUID orders = fill();
        second.open().partition(id(orders, 0)).writeState("log", ByteBuffer.allocate(1));

        bench.killAndStart();

        assertAllThere();
    }

    @Test
    void partitionMayBeMovedWhileTheBrokerIsDown() {
        UUID orders = fill();
        bench.kill();
        byte[] content = bytes(first, id(orders, 0));
        try (SegmentStore to = second.open(); SegmentStore from = first.open()) {
            SegmentFile file = to.partition(id(orders, 0)).createSegment(0);
            file.append(ByteBuffer.wrap(content));
            file.force();
            from.deletePartition(id(orders, 0));
        }

        bench.start();

        assertAllThere();
        assertThat(bench.publishTo("orders", 0, "b")).isEqualTo(1);
    }

    @Test
    void deletionRemovesTheFilesInBothAndNoOthers() {
        fill();
        PartitionId stranger = id(new UUID(5, 5), 0);
        second.open().partition(stranger).createSegment(0).close();
        bench.killAndStart();

        bench.get(bench.broker.deleteTopic("orders"));

        assertThat(in(first)).isEmpty();
        assertThat(in(second)).containsExactly(stranger);
        assertThat(bench.broker.metadata().unwanted()).isEmpty();
    }

    /** One that runs there while the starting thread writes could put an older image over a newer one. */
    @Test
    void startLeavesNoCopyOfTheMetadataToTheLoopOfADirectory() {
        assertThat(bench.loopOf(second).waiting()).isZero();
        assertThat(second.open().readState("metadata.image.copy")).isPresent();
    }

    @Test
    void deletionThatACrashInterruptedIsFinishedInBoth() {
        fill();
        bench.loopOf(second).pause();
        bench.broker.deleteTopic("orders");
        bench.time.run();
        assertThat(in(first)).isEmpty();
        assertThat(in(second)).hasSize(1);
        assertThat(bench.broker.metadata().unwanted()).hasSize(1);

        bench.killAndStart();

        assertThat(in(second)).isEmpty();
        assertThat(bench.broker.metadata().unwanted()).isEmpty();
    }

    @Test
    void forcesAndRollsRunOnTheThreadsOfTheirDirectory() {
        bench.create("orders", 2, "segment.bytes", "4096");
        VirtualTime.Lane ofSecond = bench.fsyncsOfOthers.get(second);
        bench.fsyncs.pause();
        ofSecond.pause();

        bench.startPublish("orders", to(0, "a".repeat(3_000)));
        bench.time.run();
        assertThat(List.of(bench.fsyncs.waiting(), ofSecond.waiting())).containsExactly(1, 0);
        bench.startPublish("orders", to(1, "a".repeat(3_000)));
        bench.startPublish("orders", to(1, "b".repeat(3_000)));
        bench.time.run();
        assertThat(List.of(bench.fsyncs.waiting(), ofSecond.waiting())).containsExactly(1, 2);

        ofSecond.resume();
        bench.time.run();
        assertThat(bench.values("orders", 1)).hasSize(2);
        assertThat(bench.values("orders", 0)).isEmpty();
    }

    @Test
    void figuresAreOfBoth() {
        fill();
        first.limitUsableBytes(1_000);
        second.limitUsableBytes(10);

        BrokerStatistics statistics = bench.broker.statistics();

        assertThat(statistics.store().appends()).isEqualTo(2);
        assertThat(statistics.store().connections()).isEqualTo(2);
        assertThat(statistics.store().usableBytes()).isEqualTo(1_010);
        assertThat(statistics.leastUsableBytes()).isEqualTo(10);
    }

    /** Partition 0 is in the first directory, 1 in the second, each with one message. */
    private UUID fill() {
        UUID orders = bench.create("orders", 2).topic().id();
        assertThat(bench.publish("orders", to(0, "a0"), to(1, "a1")))
            .hasOnlyElementsOfType(PublishOutcome.Stored.class);
        return orders;
    }

    private void assertAllThere() {
        assertThat(bench.values("orders", 0)).first().isEqualTo("a0");
        assertThat(bench.values("orders", 1)).first().isEqualTo("a1");
    }

    private static byte[] bytes(MemoryDisk disk, PartitionId id) {
        try (SegmentStore store = disk.open()) {
            SegmentFile file = store.partition(id).openSegment(0);
            LogSlice slice = file.slice(0, (int) file.sizeBytes());
            byte[] content = new byte[slice.lengthBytes()];
            slice.bytes().get(content);
            slice.close();
            return content;
        }
    }

    private PartitionStatus status(int partition) {
        return bench.get(bench.broker.topicStatus("orders")).partitions().get(partition);
    }

    private static TreeSet<PartitionId> in(MemoryDisk disk) {
        try (SegmentStore store = disk.open()) {
            return new TreeSet<>(store.partitions());
        }
    }

    private static PartitionId id(UUID topicId, int partition) {
        return new PartitionId(topicId, partition);
    }
}
