package org.partita.systemtests.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.storage.BrokerException;
import org.partita.storage.DiskFullException;

/** Nothing acknowledged is lost on a full disk, and the broker goes on by itself when there is space. */
class DiskFullIT {
    private static final int DISK_MEBIBYTES = 16;
    private static final int MANY_FILES = 10_000;
    private static final int PARTITIONS = 4;
    private static final int REFUSALS_EACH = 30;
    /** A pause of the maintenance is a quarter of a second then. */
    private static final int FAST = 40;
    /** Ten seconds: indexes that are still to be written do not take the room that was made for messages. */
    private static final int SLOW = 1;
    private static final int ROUNDS_MILLIS = 1_000;
    private static final Duration WITHIN = Duration.ofSeconds(60);

    @TempDir
    private Path mountPoint;
    private SmallDisk disk;
    private DiskUser broker;
    private final Map<String, List<String>> acknowledged = new ConcurrentHashMap<>();
    private final List<BrokerException> refusals = new CopyOnWriteArrayList<>();

    @BeforeEach
    void mount() {
        mount(MANY_FILES);
        disk.fill(4);
    }

    private void mount(int files) {
        disk = SmallDisk.mount(mountPoint, DISK_MEBIBYTES, files);
        broker = new DiskUser(disk.path().resolve("data"), FAST);
    }

    @AfterEach
    void unmount() {
        if (broker != null) broker.close();
        if (disk != null) disk.close();
    }

    @Test
    void appendsGoOnByThemselvesOnceAFileIsDeleted() {
        createAndFill(Map.of("segment.bytes", "65536"), 5_000);
        assertRefusedAsFullAndNothingLost();

        disk.free();

        assertAppendsGoOn();
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 200, 30_000})
    void appendsGoOnByThemselvesWhateverWriteFoundTheDiskFull(int messageBytes) {
        createAndFill(Map.of("segment.bytes", "4096"), messageBytes);
        awaitRoundsOfMaintenance();
        assertRefusedAsFullAndNothingLost();

        disk.free();

        assertAppendsGoOn();
    }

    @Test
    void appendsGoOnWhenThereIsRoomForFilesAgain() {
        broker.close();
        disk.close();
        mount(200);
        createAndFill(Map.of("segment.bytes", "4096"), 1_000);
        assertRefusedAsFullAndNothingLost();
        assertThat(disk.freeBytes()).isGreaterThan(1 << 20);
        broker.close();
        broker = new DiskUser(disk.path().resolve("data"), SLOW);
        assertRefusedAsFullAndNothingLost();

        broker.delete("other");

        acknowledged.keySet().removeIf(name -> name.startsWith("other"));
        publish("filled", 0, "after", 1_000);
        assertNothingLost();
    }

    @Test
    void deletingATopicOnAFullDiskMakesRoom() {
        createAndFill(Map.of(), 5_000);
        assertRefusedAsFullAndNothingLost();

        broker.delete("other");

        acknowledged.keySet().removeIf(name -> name.startsWith("other"));
        publish("filled", 0, "after", 5_000);
        assertNothingLost();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void b165BrokerStartsOnAFullDiskServesReadsAndRefusesWrites(boolean orderly) {
        createAndFill(Map.of("segment.bytes", "65536"), 5_000);
        int epoch = status("filled").get(0).leaderEpoch();
        disk.fillUp();
        if (orderly) assertThat(broker.stop()).isTrue();
        broker.close();
        disk.fillUp();

        broker = new DiskUser(disk.path().resolve("data"), FAST);

        assertThat(status("filled").get(0).leaderEpoch()).isEqualTo(epoch + 1);
        assertRefusedAsFullAndNothingLost();
        disk.free();
        assertAppendsGoOn();
    }

    @Test
    void retentionMakesRoomOnAFullDisk() {
        broker.create("kept", 1, Map.of("segment.bytes", "65536", "retention.bytes", "262144"));
        broker.create("filled", PARTITIONS, Map.of());
        broker.create("other", 1, Map.of());
        broker.stop();
        broker.close();
        broker = new DiskUser(disk.path().resolve("data"), 1);
        for (int i = 0; i < 400; i++) broker.publish("kept", 0, value("kept " + i, 5_000));
        fill(5_000);
        disk.fillUp();
        assertThatThrownBy(() -> broker.publish("filled", 0, "x".repeat(60_000))).isInstanceOf(DiskFullException.class);
        broker.close();

        broker = new DiskUser(disk.path().resolve("data"), FAST);

        Awaitility.await().atMost(WITHIN).until(this::isAppended);
        assertNothingLost();
    }

    private boolean isAppended() {
        try {
            publish("filled", 0, "after", 1_000);
            return true;
        } catch (DiskFullException full) {
            return false;
        }
    }

    private void createAndFill(Map<String, String> config, int messageBytes) {
        broker.create("filled", PARTITIONS, config);
        broker.create("other", PARTITIONS, config);
        fill(messageBytes);
    }

    /** By several publishers at once, each on its own partition, until each was refused often enough. */
    private void fill(int messageBytes) {
        ExecutorService publishers = Executors.newFixedThreadPool(2 * PARTITIONS);
        List<CompletableFuture<Void>> work = new ArrayList<>();
        for (String topic : List.of("filled", "other")) {
            for (PartitionStatus each : status(topic)) {
                work.add(CompletableFuture.runAsync(() -> fill(topic, each.partition(), messageBytes), publishers));
            }
        }
        work.forEach(CompletableFuture::join);
        publishers.shutdown();
    }

    private void fill(String topic, int partition, int messageBytes) {
        SplittableRandom random = new SplittableRandom(partition);
        int refused = 0;
        for (int i = 0; refused < REFUSALS_EACH; i++) {
            try {
                publish(topic, partition, topic + " " + i, messageBytes / 2 + random.nextInt(messageBytes));
            } catch (BrokerException refusal) {
                refusals.add(refusal);
                refused++;
            }
        }
    }

    private void publish(String topic, int partition, String text, int bytes) {
        String value = value(text, bytes);
        broker.publish(topic, partition, value);
        acknowledged.computeIfAbsent(topic + "-" + partition, key -> new CopyOnWriteArrayList<>()).add(value);
    }

    private static String value(String text, int bytes) {
        return text + ".".repeat(Math.max(0, bytes - text.length()));
    }

    /** They write on a full disk, too. */
    private void awaitRoundsOfMaintenance() {
        Path checkpoint = disk.path().resolve("data").resolve("flushed.state");
        long beginMillis = System.currentTimeMillis();
        Awaitility.await().atMost(WITHIN)
            .until(() -> checkpoint.toFile().lastModified() > beginMillis + ROUNDS_MILLIS);
    }

    private List<PartitionStatus> status(String topic) {
        return broker.status(topic).partitions();
    }

    private void assertRefusedAsFullAndNothingLost() {
        assertThatThrownBy(() -> broker.publish("filled", 0, "x".repeat(60_000)))
            .isInstanceOf(DiskFullException.class).hasMessageContaining("no space left");
        assertThat(refusals).allSatisfy(refusal -> assertThat(refusal).isInstanceOf(DiskFullException.class));
        assertNothingLost();
    }

    /** What was refused as not stored is not there either. */
    private void assertNothingLost() {
        Map<String, List<String>> found = new TreeMap<>();
        for (String topic : List.of("filled", "other")) {
            if (acknowledged.keySet().stream().noneMatch(name -> name.startsWith(topic))) continue;
            for (PartitionStatus each : status(topic)) {
                assertThat(each.error()).isEmpty();
                found.put(topic + "-" + each.partition(), broker.values(topic, each.partition()));
            }
        }
        acknowledged.forEach((partition, values) -> assertThat(found.get(partition)).isEqualTo(values));
    }

    private void assertAppendsGoOn() {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            publish("filled", partition, "after", 5_000);
            publish("other", partition, "after", 5_000);
        }
        assertNothingLost();
    }
}
