package org.partita.store.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;
import org.partita.store.file.OpenFiles;

/** In which order the disk is asked, since a crash can come between any two calls. */
final class DurabilityOrderTest {
    private static final UUID TOPIC = UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e");
    private static final PartitionId PARTITION = new PartitionId(TOPIC, 3);
    private static final String DIRECTORY = TOPIC + "/3";
    private static final String SEGMENT = DIRECTORY + "/00000000000000000000.log";

    @TempDir
    private Path root;

    private FaultyDisk disk;
    private DataDirectory directory;
    private SegmentStore store;

    @BeforeEach
    void openDirectory() {
        disk = new FaultyDisk(root);
        directory = new DirectoryOpening(root, 1, "test", disk, new OpenFiles(50, 60), UUID::randomUUID).open();
        store = directory.connect();
        disk.calls().clear();
    }

    @AfterEach
    void closeDirectory() {
        directory.close();
    }

    @Test
    void b013NewSegmentIsDurableWithAllDirectoriesAboveIt() {
        store.partition(PARTITION).createSegment(0);

        assertThat(disk.calls()).containsExactly("mkdir " + TOPIC, "forcedir /", "mkdir " + DIRECTORY,
            "forcedir " + TOPIC, "create " + SEGMENT, "force " + SEGMENT, "forcedir " + DIRECTORY);
    }

    @Test
    void b013NextSegmentForcesItsOwnDirectory() {
        store.partition(PARTITION).createSegment(0);
        disk.calls().clear();

        store.partition(PARTITION).createSegment(5);

        assertThat(disk.calls()).hasSize(3).last().isEqualTo("forcedir " + DIRECTORY);
    }

    @Test
    void b013StateIsForcedBeforeItReplacesTheOldOne() {
        store.writeState("votes", UTF_8.encode("promised"));

        assertThat(names(disk.calls())).containsExactly("create", "write", "force", "close", "rename", "forcedir");
    }

    @Test
    void newIdentityIsForcedBeforeItGetsItsName(@TempDir Path other) {
        FaultyDisk fresh = new FaultyDisk(other);

        new DirectoryOpening(other, 1, "test", fresh, new OpenFiles(50, 60), UUID::randomUUID).open().close();

        assertThat(fresh.calls()).containsSubsequence("lock lock", "create meta.properties.1.tmp",
            "force meta.properties.1.tmp", "rename meta.properties.1.tmp", "forcedir /", "close lock");
    }

    @Test
    void cutIsForced() {
        SegmentFile file = store.partition(PARTITION).createSegment(0);
        file.append(UTF_8.encode("abc"));
        disk.calls().clear();

        file.truncate(1);

        assertThat(disk.calls()).containsExactly("truncate " + SEGMENT, "force " + SEGMENT);
    }

    @Test
    void cutIsNotTakenForDurableIfAForceFailedMeanwhile() {
        SegmentFile file = store.partition(PARTITION).createSegment(0);
        file.append(UTF_8.encode("abc"));
        disk.duringNext("truncate " + SEGMENT, () -> {
            disk.failNext("force " + SEGMENT);
            assertThatThrownBy(file::force).isInstanceOf(StorageException.class);
        });

        assertThatThrownBy(() -> file.truncate(1)).isInstanceOf(StorageException.class);
    }

    @Test
    void appendIsOneLookAtTheSizeOneWriteAndNoForce() {
        SegmentFile file = store.partition(PARTITION).createSegment(0);
        disk.calls().clear();

        file.append(UTF_8.encode("abc"), UTF_8.encode("def"), UTF_8.encode("ghi"));

        assertThat(disk.calls()).containsExactly("size " + SEGMENT, "write " + SEGMENT);
    }

    @Test
    void deletedPartitionIsGoneAtOnceThenItsFiles() {
        store.partition(PARTITION).createSegment(0).close();
        store.partition(new PartitionId(TOPIC, 4)).createSegment(0).close();
        disk.calls().clear();

        store.deletePartition(PARTITION);

        assertThat(disk.calls()).containsSubsequence("rename " + DIRECTORY, "forcedir " + TOPIC,
            "delete " + DIRECTORY + ".deleted/00000000000000000000.log", "delete " + DIRECTORY + ".deleted");
    }

    @Test
    void deletedSegmentIsGoneAtOnceThenItsFiles() {
        store.partition(PARTITION).createSegment(0);
        store.partition(PARTITION).writeIndex(0, IndexKind.OFFSETS, 0, UTF_8.encode("x"));
        disk.calls().clear();

        store.partition(PARTITION).deleteSegment(0);

        assertThat(disk.calls()).containsSubsequence("rename " + SEGMENT, "forcedir " + DIRECTORY,
            "delete " + DIRECTORY + "/00000000000000000000.index", "delete " + SEGMENT + ".deleted");
    }

    @Test
    void indexIsWrittenWithoutAForce() {
        store.partition(PARTITION).createSegment(0);
        disk.calls().clear();

        store.partition(PARTITION).writeIndex(0, IndexKind.TIMES, 0, UTF_8.encode("x"));

        assertThat(names(disk.calls())).doesNotContain("force", "forcedir").contains("write", "close");
    }

    @Test
    void forcesOfOneFileRunOneAfterTheOther() throws Exception {
        SegmentFile file = store.partition(PARTITION).createSegment(0);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> forces = new ArrayList<>();
            for (int i = 0; i < 100; i++) forces.add(threads.submit(file::force));

            for (Future<?> force : forces) force.get();
        } finally {
            threads.shutdownNow();
        }

        assertThat(disk.mostForcesAtOnce()).isEqualTo(1);
    }

    @Test
    void cleanMarkIsTakenAwayDurably() {
        store.writeCleanMark();
        disk.calls().clear();

        store.takeCleanMark();

        assertThat(disk.calls()).endsWith("delete clean", "forcedir /");
    }

    @Test
    void segmentThatCouldNotBeMadeDurableIsNotThere() {
        disk.failNext("force " + SEGMENT);

        assertThatThrownBy(() -> store.partition(PARTITION).createSegment(0)).isInstanceOf(StorageException.class);

        assertThat(store.partition(PARTITION).segments()).isEmpty();
        store.partition(PARTITION).createSegment(0);
    }

    @Test
    void directoryThatCouldNotBeForcedIsForcedNextTime() {
        disk.failNext("forcedir " + TOPIC);

        assertThatThrownBy(() -> store.partition(PARTITION).createSegment(0)).isInstanceOf(StorageException.class);
        disk.calls().clear();
        store.partition(PARTITION).createSegment(0);

        assertThat(disk.calls()).contains("forcedir " + TOPIC).doesNotContain("forcedir /");
    }

    private static List<String> names(List<String> calls) {
        return calls.stream().map(call -> call.substring(0, call.indexOf(' '))).toList();
    }
}
