package org.partita.store.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.storage.LogSlice;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;
import org.partita.storage.TooManyFilesException;
import org.partita.store.file.OpenFiles;

/** Few descriptors are enough for any number of segments, and saving them costs nothing that was promised. */
final class DescriptorLimitTest {
    private static final UUID TOPIC = UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e");
    private static final PartitionId PARTITION = new PartitionId(TOPIC, 3);

    @TempDir
    private Path root;

    private FaultyDisk disk;
    private OpenFiles openFiles;
    private DataDirectory directory;
    private SegmentStore store;
    private PartitionStore partition;

    @BeforeEach
    void openDirectoryForTwoFiles() {
        open(new OpenFiles(1, 2));
    }

    private void open(OpenFiles bound) {
        disk = new FaultyDisk(root);
        openFiles = bound;
        directory = new DirectoryOpening(root, 1, "test", disk, openFiles, UUID::randomUUID).open();
        store = directory.connect();
        partition = store.partition(PARTITION);
    }

    @AfterEach
    void closeDirectory() {
        directory.close();
    }

    @Test
    void b162ReadsAndAppendsAllOverManySegmentsWorkWithinTheLimit() throws IOException {
        directory.close();
        ManySegments.write(root);
        openFiles = new OpenFiles(40, 60);
        directory = DataDirectory.open(root, 1, openFiles);

        ManySegments segments = ManySegments.open(directory.connect());
        for (int round = 0; round < 20; round++) {
            segments.readAndAppend(new Random(round), 500);
            assertThat(openFiles.count()).isLessThanOrEqualTo(60);
            if (OpenDescriptors.areListed()) assertThat(OpenDescriptors.below(root)).hasSizeLessThanOrEqualTo(61);
        }
        segments.checkAll();
        directory.close();

        assertThat(openFiles.count()).isZero();
        open(new OpenFiles(3_000, 3_000));
        ManySegments.open(store).checkAll();
    }

    @Test
    void b162ProcessWithFewDescriptorsWorksAndLeavesNoDamage() throws Exception {
        directory.close();
        ManySegments.write(root);
        Process process = new ProcessBuilder("bash", "-c", "ulimit -n 256; exec \"$@\"", "bash",
            ProcessHandle.current().info().command().orElseThrow(), "-cp", System.getProperty("java.class.path"),
            FewDescriptorsProcess.class.getName(), root.toString()).redirectErrorStream(true).start();
        String output;
        try (BufferedReader reader = process.inputReader()) {
            output = reader.lines().reduce("", (all, line) -> all + line + "\n");
        } finally {
            process.waitFor();
        }
        open(new OpenFiles(3_000, 3_000));
        ManySegments segments = ManySegments.open(store);

        assertThat(output).contains("limit 256 size " + segments.sizeBytes());
        segments.checkAll();
        assertThat(store.readState("votes")).isPresent();
    }

    @Test
    void openingSegmentsTakesNoDescriptor() {
        for (int segment = 0; segment < 10; segment++) segment(segment, "abc").close();
        disk.calls().clear();

        for (long segment : partition.segments()) {
            assertThat(partition.openSegment(segment).sizeBytes()).isEqualTo(3);
        }

        assertThat(openFiles.count()).isZero();
        assertThat(disk.calls()).noneMatch(call -> call.startsWith("open"));
    }

    @Test
    void fileThatWasNotUsedForTheLongestTimeIsClosed() {
        directory.close();
        open(new OpenFiles(2, 2));
        SegmentFile first = segment(0, "abc");
        segment(3, "def");
        read(first);
        disk.calls().clear();

        segment(6, "ghi");

        assertThat(disk.calls()).contains("close " + path(3)).doesNotContain("close " + path(0));
    }

    @Test
    void fileWithUnforcedBytesStaysOpen() {
        SegmentFile written = segment(0, "abc");
        written.append(UTF_8.encode("def"));
        disk.calls().clear();

        SegmentFile other = segment(6, "ghi");
        for (int i = 0; i < 3; i++) {
            read(other);
            read(segment(9 + i, "x"));
        }
        assertThat(disk.calls()).doesNotContain("close " + path(0), "force " + path(0));
        written.force();
        read(other);

        assertThat(disk.calls()).containsSubsequence("force " + path(0), "close " + path(0));
        assertThat(read(written)).isEqualTo("abcdef");
    }

    @Test
    void bytesWrittenDuringAForceAreNotTakenForForced() {
        SegmentFile file = segment(0, "abc");
        disk.duringNext("force " + path(0), () -> file.append(UTF_8.encode("def")));
        file.append(UTF_8.encode("x"));
        file.force();
        disk.calls().clear();

        read(segment(10, "y"));
        read(segment(20, "z"));

        assertThat(disk.calls()).doesNotContain("close " + path(0));
        assertThat(read(file)).isEqualTo("abcxdef");
    }

    @Test
    void bytesOfAWriteThatWasUnderWayWhenAForceBeganAreNotTakenForForced() {
        SegmentFile file = segment(0, "abc");
        disk.duringNext("write " + path(0), file::force);
        file.append(UTF_8.encode("def"));
        disk.calls().clear();

        read(segment(10, "y"));
        read(segment(20, "z"));

        assertThat(disk.calls()).doesNotContain("close " + path(0));
        assertThat(read(file)).isEqualTo("abcdef");
    }

    @Test
    void atTheHardLimitTheOldestIsForcedBeforeItIsClosed() {
        SegmentFile first = segment(0, "abc");
        first.append(UTF_8.encode("def"));
        SegmentFile second = segment(6, "ghi");
        second.append(UTF_8.encode("jkl"));
        disk.calls().clear();

        SegmentFile third = segment(12, "mno");

        assertThat(disk.calls()).containsSubsequence("force " + path(0), "close " + path(0), "create " + path(12));
        assertThat(disk.calls()).doesNotContain("force " + path(6), "close " + path(6));
        assertThat(List.of(read(first), read(second), read(third))).containsExactly("abcdef", "ghijkl", "mno");
    }

    @Test
    void failedForceToCloseAFileIsFoundByItsOwner() {
        SegmentFile first = segment(0, "abc");
        first.append(UTF_8.encode("def"));
        SegmentFile second = segment(6, "ghi");
        second.append(UTF_8.encode("jkl"));
        disk.failNext("force " + path(0));

        SegmentFile third = segment(12, "mno");
        SegmentFile fourth = segment(15, "pqr");

        assertThatThrownBy(first::force).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> first.append(UTF_8.encode("x"))).isInstanceOf(StorageException.class);
        assertThat(List.of(read(first), read(third), read(fourth))).containsExactly("abcdef", "mno", "pqr");
    }

    @Test
    void refusalAfterAFailedForceOutlivesTheDescriptor() {
        SegmentFile file = segment(0, "abc");
        file.append(UTF_8.encode("def"));
        disk.failNext("force " + path(0));
        assertThatThrownBy(file::force).isInstanceOf(StorageException.class);
        disk.calls().clear();

        read(segment(6, "ghi"));

        assertThat(disk.calls()).contains("close " + path(0));
        assertThat(read(file)).isEqualTo("abcdef");
        assertThatThrownBy(file::force).isInstanceOf(StorageException.class).hasMessageContaining("refuses");
        assertThatThrownBy(() -> file.truncate(0)).isInstanceOf(StorageException.class);
    }

    @Test
    void fileIsRefusedWhileAllOthersAreBeingRead() {
        SegmentFile first = segment(0, "abc");
        SegmentFile second = segment(3, "def");
        SegmentFile third = segment(6, "ghi");
        try (LogSlice one = first.slice(0, 3); LogSlice two = second.slice(0, 3)) {
            assertThatThrownBy(() -> third.slice(0, 3)).isInstanceOf(StorageException.class)
                .hasMessageContaining("segment 6").hasMessageContaining("2 segment files are in use")
                .hasMessageContaining("ulimit");
            assertThat(List.of(text(one), text(two))).containsExactly("abc", "def");
        }

        assertThat(read(third)).isEqualTo("ghi");
    }

    @Test
    void fileThatWasChangedWhileItWasNotOpenIsAnError() throws IOException {
        SegmentFile file = segment(0, "abc");
        read(segment(6, "ghi"));
        Path onDisk = root.resolve(path(0));
        Files.writeString(onDisk, "?", StandardOpenOption.APPEND);

        assertThatThrownBy(() -> file.slice(0, 3)).isInstanceOf(StorageException.class)
            .hasMessageContaining("segment 0: 4 bytes found, 3 expected");
        assertThatThrownBy(() -> file.append(UTF_8.encode("d"))).isInstanceOf(StorageException.class);
        Files.writeString(onDisk, "ab");
        assertThatThrownBy(() -> file.truncate(1)).isInstanceOf(StorageException.class);
        Files.delete(onDisk);
        assertThatThrownBy(() -> file.slice(0, 3)).isInstanceOf(StorageException.class);
        Files.writeString(onDisk, "abc");

        assertThat(read(file)).isEqualTo("abc");
        assertThat(openFiles.count()).isLessThanOrEqualTo(2);
    }

    @Test
    void cutFileIsFoundAsItWasCut() {
        SegmentFile file = segment(0, "abcdef");
        file.truncate(4);
        read(segment(6, "ghi"));
        file.append(UTF_8.encode("x"));
        file.force();
        read(segment(12, "jkl"));

        assertThat(read(file)).isEqualTo("abcdx");
    }

    @Test
    void fileThatCouldNotBeCutStaysReadable() {
        SegmentFile file = segment(0, "abcdef");
        disk.failNext("truncate " + path(0));
        assertThatThrownBy(() -> file.truncate(4)).isInstanceOf(StorageException.class);
        disk.calls().clear();

        read(segment(6, "ghi"));

        assertThat(disk.calls()).contains("close " + path(0));
        assertThat(read(file)).isEqualTo("abcd");
    }

    @Test
    void openSegmentStaysReadableAfterItWasDeletedAndReplacedWithoutADescriptor() {
        SegmentFile old = segment(0, "old");
        read(segment(6, "ghi"));

        partition.deleteSegment(0);
        SegmentFile replacement = segment(0, "new");
        read(partition.createSegment(9));

        assertThat(read(old)).isEqualTo("old");
        old.close();
        assertThat(read(replacement)).isEqualTo("new");
    }

    @Test
    void deletedSegmentThatCannotBeOpenedIsNeverTakenForAnother() {
        SegmentFile old = segment(0, "old");
        read(segment(6, "ghi"));
        disk.failNext("open " + path(0));

        partition.deleteSegment(0);
        segment(0, "new");
        read(segment(9, "jkl"));

        assertThatThrownBy(() -> old.slice(0, 3)).isInstanceOf(StorageException.class)
            .rootCause().hasMessageContaining("was deleted");
    }

    @Test
    void processWithoutDescriptorsClosesIdleFilesAndTriesAgain() {
        directory.close();
        open(new OpenFiles(10, 10));
        for (int segment = 0; segment < 4; segment++) segment(segment * 3, "abc");
        disk.calls().clear();
        disk.failNext("create votes", "Too many open files");

        store.writeState("votes", UTF_8.encode("x"));

        assertThat(disk.calls()).filteredOn(call -> call.startsWith("close") && call.endsWith(".log"))
            .containsExactly("close " + path(0), "close " + path(3));
        assertThat(store.readState("votes")).isPresent();
    }

    @Test
    void appendThatFindsNoDescriptorChangesNothingAndMayBeTriedAgain() {
        SegmentFile file = segment(0, "abc");
        read(segment(6, "ghi"));
        segment(9, "x").append(UTF_8.encode("y"));
        disk.failNext("open " + path(0), "Too many open files");

        assertThatThrownBy(() -> file.append(UTF_8.encode("def"))).isInstanceOf(TooManyFilesException.class);
        file.append(UTF_8.encode("def"));

        assertThat(read(file)).isEqualTo("abcdef");
    }

    @Test
    void readThatFindsNoDescriptorMayBeTriedAgain() {
        SegmentFile file = segment(0, "abc");
        read(segment(6, "ghi"));
        segment(9, "x").append(UTF_8.encode("y"));
        disk.failNext("open " + path(0), "Too many open files");

        assertThatThrownBy(() -> read(file)).isInstanceOf(TooManyFilesException.class);

        assertThat(read(file)).isEqualTo("abc");
    }

    @Test
    void forceThatFindsNoDescriptorMayBeTriedAgain() {
        SegmentFile file = segment(0, "abc");
        read(segment(6, "ghi"));
        segment(9, "x").append(UTF_8.encode("y"));
        disk.failNext("open " + path(0), "Too many open files");

        assertThatThrownBy(file::force).isInstanceOf(TooManyFilesException.class);

        file.force();
        file.append(UTF_8.encode("def"));
        assertThat(read(file)).isEqualTo("abcdef");
    }

    @Test
    void processWithoutDescriptorsAndIdleFilesSaysSo() {
        disk.failNext("open votes", "Too many open files");

        assertThatThrownBy(() -> store.readState("votes")).isInstanceOf(TooManyFilesException.class)
            .hasMessageContaining("Too many open files");
    }

    private SegmentFile segment(long baseOffset, String content) {
        SegmentFile file = partition.createSegment(baseOffset);
        file.append(UTF_8.encode(content));
        file.force();
        return file;
    }

    private static String path(long baseOffset) {
        return TOPIC + "/3/" + String.format("%020d.log", baseOffset);
    }

    private static String read(SegmentFile file) {
        try (LogSlice slice = file.slice(0, Integer.MAX_VALUE)) {
            return text(slice);
        }
    }

    private static String text(LogSlice slice) {
        return UTF_8.decode(slice.bytes()).toString();
    }
}
