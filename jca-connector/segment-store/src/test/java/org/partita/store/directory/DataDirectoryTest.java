package org.partita.store.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.DirectoryUnavailableException;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;
import org.partita.store.file.OpenFiles;

final class DataDirectoryTest {
    private static final UUID TOPIC = UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e");
    private static final PartitionId PARTITION = new PartitionId(TOPIC, 3);

    @TempDir
    private Path temp;

    @Test
    void missingDirectoryIsCreatedWithItsIdentity() throws IOException {
        Path root = temp.resolve("a/b/data");

        try (DataDirectory directory = DataDirectory.open(root, 4)) {
            DirectoryIdentity identity = directory.identity();

            assertThat(identity.brokerId()).isEqualTo(4);
            assertThat(Files.readAllLines(root.resolve("meta.properties"))).containsExactly("format.version=1",
                "cluster.id=" + identity.clusterId(), "broker.id=4", "directory.id=" + identity.directoryId());
        }
    }

    @Test
    void secondOpenInTheSameProcessIsRefusedAndDoesNotUnlockTheFirst() throws Exception {
        Path link = Files.createSymbolicLink(temp.resolve("link"), Files.createDirectory(temp.resolve("data")));

        try (DataDirectory first = DataDirectory.open(temp.resolve("data"), 1)) {
            assertUnavailable(link, 1).hasMessageContaining("is locked by another broker of this server");

            assertThat(first.isOpen()).isTrue();
            assertThat(lockFromAnotherProcess(temp.resolve("data/lock"))).isEqualTo("refused");
        }
        assertThat(lockFromAnotherProcess(temp.resolve("data/lock"))).isEqualTo("taken");
    }

    @Test
    void directoryLockedByAnotherProcessIsRefusedNamingTheProcess() throws Exception {
        DataDirectory.open(temp, 1).close();
        Process holder = otherProcess(temp.resolve("lock"), "hold");
        try (BufferedReader output = holder.inputReader()) {
            assertThat(output.readLine()).isEqualTo("taken");
            Files.writeString(temp.resolve("lock"), Long.toString(holder.pid()));

            assertUnavailable(temp, 1)
                .hasMessageContaining("is locked by another broker (process " + holder.pid() + "); stop that broker");
        } finally {
            holder.destroyForcibly().waitFor();
        }
        DataDirectory.open(temp, 1).close();
    }

    @Test
    void directoryOfAnotherBrokerIsRefusedAndUnlocked() {
        DataDirectory.open(temp, 4).close();

        assertUnavailable(temp, 5).hasMessageContaining("belongs to broker 4, this is broker 5");

        DataDirectory.open(temp, 4).close();
    }

    @Test
    void newerFormatIsRefusedAndUntouched() throws IOException {
        String newer = "format.version=2\nbroker.shape=unknown\n";
        Files.writeString(temp.resolve("meta.properties"), newer);

        assertUnavailable(temp, 1).hasMessageContaining("has format version 2, this broker knows up to 1");

        assertThat(temp.resolve("meta.properties")).hasContent(newer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "format.version=1\nbroker.id=1\n", "format.version=x", "\u0000\u0001\\uZZZZ",
        "format.version=1\ncluster.id=c\nbroker.id=-3\ndirectory.id=0f8fad5b-d9cb-469f-a165-70867728950e\n"})
    void damagedIdentityIsRefusedAndNeverReplaced(String content) throws IOException {
        Files.writeString(temp.resolve("meta.properties"), content);

        assertUnavailable(temp, 1).hasMessageContaining("meta.properties is damaged");

        assertThat(Files.readString(temp.resolve("meta.properties"))).isEqualTo(content);
    }

    @Test
    void topicsWithoutIdentityAreNotTakenOver() throws IOException {
        Files.createDirectories(temp.resolve(TOPIC + "/0"));

        assertUnavailable(temp, 1).hasMessageContaining("holds topics but no meta.properties");

        assertThat(temp.resolve("meta.properties")).doesNotExist();
    }

    @Test
    void fileInPlaceOfTheDirectoryIsRefused() throws IOException {
        Path file = Files.writeString(temp.resolve("data"), "x");

        assertUnavailable(file, 1).hasMessageContaining("is not a directory");
        assertUnavailable(file.resolve("below"), 1).hasMessageContaining("data directory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"create lock", "lock lock", "write lock", "open meta.properties", "create meta.properties",
        "force meta.properties", "rename meta.properties", "forcedir /", "list /"})
    void failureAtAnyStepOfOpeningLeavesNoLockAndCanBeRepeated(String step) {
        FaultyDisk disk = new FaultyDisk(temp);
        disk.failNext(step);
        DirectoryOpening opening = new DirectoryOpening(temp, 1, "test", disk, new OpenFiles(50, 60), UUID::randomUUID);

        assertThatThrownBy(opening::open).isInstanceOf(DirectoryUnavailableException.class)
            .hasMessageContaining("cannot be read and written").hasMessageNotContaining("\n");

        assertThat(System.getProperties().stringPropertyNames()).noneMatch(name -> name.contains(temp.toString()));
        opening.open().close();
    }

    @Test
    void leftoversOfACrashAreRemovedAndStrangersStay() throws IOException {
        DataDirectory.open(temp, 1).close();
        Path partition = Files.createDirectories(temp.resolve(TOPIC + "/3"));
        Path deleted = Files.createDirectories(temp.resolve(TOPIC + "/4.deleted"));
        Files.writeString(deleted.resolve("00000000000000000000.log"), "x");
        Path kept = Files.createDirectories(temp.resolve(TOPIC + "/5.deleted"));
        Files.writeString(kept.resolve("notes.txt"), "mine");
        for (Path leftover : new Path[] {temp.resolve("meta.properties.1.tmp"), temp.resolve("votes.state.7.tmp"),
            partition.resolve("epochs.state.2.tmp"), temp.resolve(TOPIC + "/topic.json.3.tmp"),
            partition.resolve("00000000000000000007.log.deleted"), partition.resolve("00000000000000000007.index"),
            partition.resolve("00000000000000000007.timeindex")}) {
            Files.writeString(leftover, "half");
        }
        Path stranger = Files.writeString(temp.resolve("x.tmp"), "mine");
        Files.createDirectory(temp.resolve("lost+found"));
        Files.writeString(partition.resolve("99999999999999999999.log"), "no offset");

        try (DataDirectory directory = DataDirectory.open(temp, 1)) {
            SegmentStore store = directory.connect();

            assertThat(store.partitions()).containsExactly(PARTITION);
            assertThat(store.partition(PARTITION).segments()).isEmpty();
        }
        assertThat(temp).isDirectoryNotContaining(path -> path.toString().endsWith("state.7.tmp"));
        assertThat(temp.resolve("meta.properties.1.tmp")).doesNotExist();
        assertThat(temp.resolve(TOPIC + "/topic.json.3.tmp")).doesNotExist();
        assertThat(partition.resolve("epochs.state.2.tmp")).doesNotExist();
        assertThat(partition).isDirectoryNotContaining("glob:**00000000000000000007*");
        assertThat(deleted).doesNotExist();
        assertThat(kept.resolve("notes.txt")).hasContent("mine");
        assertThat(stranger).hasContent("mine");
        assertThat(temp.resolve("lost+found")).isDirectory();
    }

    @Test
    void partitionThatCannotBeReadKeepsNoOtherFromBeingOpened() throws IOException {
        PartitionId sound = new PartitionId(TOPIC, 4);
        try (DataDirectory directory = DataDirectory.open(temp, 1)) {
            directory.connect().partition(PARTITION).createSegment(0).close();
            directory.connect().partition(sound).createSegment(0).close();
        }
        Path loop = temp.resolve(TOPIC + "/3/00000000000000000007.log");
        Files.createSymbolicLink(loop, loop.getFileName());

        try (DataDirectory directory = DataDirectory.open(temp, 1)) {
            SegmentStore store = directory.connect();

            assertThat(store.partitions()).containsExactly(PARTITION, sound);
            assertThat(store.partition(sound).segments()).containsExactly(0L);
            assertThatThrownBy(() -> store.partition(PARTITION).segments()).isInstanceOf(StorageException.class);
        }
    }

    @Test
    void deletedPartitionKeepsOnlyWhatIsNotOurs() throws IOException {
        try (DataDirectory directory = DataDirectory.open(temp, 1)) {
            SegmentStore store = directory.connect();
            store.partition(PARTITION).createSegment(0).close();
            Files.writeString(temp.resolve(TOPIC + "/3/notes.txt"), "mine");

            store.deletePartition(PARTITION);

            assertThat(store.partitions()).isEmpty();
            assertThat(temp.resolve(TOPIC + "/3.deleted")).isDirectoryContaining(path -> path.endsWith("notes.txt"));
        }
    }

    @Test
    void lastPartitionTakesItsTopicWithIt() {
        try (DataDirectory directory = DataDirectory.open(temp, 1)) {
            SegmentStore store = directory.connect();
            store.labelTopic(TOPIC, "or\"ders");
            store.partition(PARTITION).createSegment(0).close();

            assertThat(temp.resolve(TOPIC + "/topic.json"))
                .hasContent("{\"id\":\"" + TOPIC + "\",\"name\":\"or\\u0022ders\"}");
            store.deletePartition(PARTITION);

            assertThat(temp.resolve(TOPIC.toString())).doesNotExist();
        }
    }

    @Test
    void whatACrashLeftOfATopicIsRemovedUnlessItHasPartitions() throws IOException {
        UUID other = new UUID(7, 7);
        try (DataDirectory directory = DataDirectory.open(temp, 1)) {
            SegmentStore store = directory.connect();
            store.labelTopic(TOPIC, "orders");
            store.labelTopic(other, "payments");
            store.partition(new PartitionId(other, 0)).createSegment(0).close();

            store.deleteTopic(TOPIC);
            store.deleteTopic(TOPIC);
            store.deleteTopic(other);

            assertThat(temp.resolve(TOPIC.toString())).doesNotExist();
            assertThat(temp.resolve(other + "/topic.json")).exists();
            assertThat(store.partition(new PartitionId(other, 0)).segments()).containsExactly(0L);
            store.labelTopic(TOPIC, "again");
            assertThat(temp.resolve(TOPIC + "/topic.json")).exists();
        }
    }

    @Test
    void failuresNameNoPath() throws IOException {
        try (DataDirectory directory = DataDirectory.open(temp, 1)) {
            SegmentStore store = directory.connect();
            store.partition(PARTITION).createSegment(0).close();
            Files.createDirectory(temp.resolve("votes.state"));
            Files.move(temp.resolve(TOPIC.toString()), temp.resolve("elsewhere"));
            List<ThrowingCallable> failing = List.of(
                () -> store.partition(PARTITION).createSegment(5),
                () -> store.partition(PARTITION).writeIndex(0, IndexKind.OFFSETS, 0, ByteBuffer.allocate(1)),
                () -> store.partition(PARTITION).writeState("log", ByteBuffer.allocate(1)),
                () -> store.readState("votes"),
                () -> store.writeState("votes", ByteBuffer.allocate(1)));

            for (ThrowingCallable call : failing) {
                assertThatThrownBy(call).isInstanceOf(StorageException.class)
                    .hasMessageNotContaining(temp.toString())
                    .hasMessageMatching(".*(Exception|removed, renamed or replaced).*");
            }
        }
    }

    @Test
    void deletedSegmentTakesItsIndexesWithIt() throws IOException {
        try (DataDirectory directory = DataDirectory.open(temp, 1)) {
            SegmentStore store = directory.connect();
            store.partition(PARTITION).createSegment(12).close();
            Path partition = temp.resolve(TOPIC + "/3");
            Files.writeString(partition.resolve("00000000000000000012.index"), "x");
            Files.writeString(partition.resolve("00000000000000000012.timeindex"), "x");

            store.partition(PARTITION).deleteSegment(12);

            assertThat(partition).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "promi", "\u0000\u0001garbage"})
    void damagedStateIsReadAsItIs(String damaged) throws IOException {
        try (DataDirectory directory = DataDirectory.open(temp, 1)) {
            SegmentStore store = directory.connect();
            store.writeState("votes", UTF_8.encode("promised"));
            Files.writeString(temp.resolve("votes.state"), damaged);

            assertThat(store.readState("votes").map(content -> UTF_8.decode(content).toString())).contains(damaged);
        }
    }

    @Test
    void directoryInPlaceOfASegmentOrStateIsAnErrorNotAMissingOne() throws IOException {
        try (DataDirectory directory = DataDirectory.open(temp, 1)) {
            SegmentStore store = directory.connect();
            Files.createDirectories(temp.resolve(TOPIC + "/3/00000000000000000000.log"));
            Files.createDirectory(temp.resolve("votes.state"));

            assertThatThrownBy(() -> store.partition(PARTITION).openSegment(0)).isInstanceOf(StorageException.class);
            assertThatThrownBy(() -> store.readState("votes")).isInstanceOf(StorageException.class);
        }
    }

    @Test
    void closedDirectoryGivesNoHandles() {
        DataDirectory directory = DataDirectory.open(temp, 1);
        directory.close();
        directory.close();

        assertThatThrownBy(directory::connect).isInstanceOf(IllegalStateException.class);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertUnavailable(Path root, int brokerId) {
        return assertThatThrownBy(() -> DataDirectory.open(root, brokerId))
            .isInstanceOf(DirectoryUnavailableException.class).hasMessageNotContaining("\n");
    }

    private static String lockFromAnotherProcess(Path lock) throws IOException, InterruptedException {
        Process process = otherProcess(lock, "try");
        try (BufferedReader output = process.inputReader()) {
            String answer = output.readLine();
            process.waitFor();
            return answer;
        }
    }

    private static Process otherProcess(Path lock, String mode) throws IOException {
        return new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp",
            System.getProperty("java.class.path"), LockingProcess.class.getName(), lock.toString(), mode)
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }
}
