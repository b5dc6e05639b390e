package org.partita.store.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.storage.FileDisplacedException;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;
import org.partita.store.file.OpenFiles;

/** Somebody moves, removes or replaces what a running broker has open. */
final class DisplacedFilesTest {
    private static final PartitionId PARTITION = new PartitionId(new UUID(7, 11), 3);

    @TempDir
    private Path temp;

    private Path root;
    private Layout layout;
    private DataDirectory directory;
    private SegmentStore store;
    private PartitionStore partition;
    private SegmentFile file;

    @BeforeEach
    void openDirectoryWithOneSegment() {
        root = temp.resolve("data");
        layout = new Layout(root);
        open(new OpenFiles(50, 60));
        file = partition.createSegment(0);
        append("kept");
        file.force();
    }

    private void open(OpenFiles openFiles) {
        directory = DataDirectory.open(root, 1, openFiles);
        store = directory.connect();
        partition = store.partition(PARTITION);
    }

    @AfterEach
    void close() {
        directory.close();
    }

    @Test
    void segmentReplacedByAnotherFileIsNotForced() throws IOException {
        Path other = Files.writeString(temp.resolve("other"), "kept");
        append("more");
        Files.move(other, layout.segment(PARTITION, 0), REPLACE_EXISTING);

        assertDisplaced(file::force, "segment 0");
    }

    @Test
    void segmentReplacedWhileItsDescriptorWasTakenIsNotWrittenTo() throws IOException {
        directory.close();
        open(new OpenFiles(1, 2));
        file = partition.openSegment(0);
        file.force();
        SegmentFile needsTheDescriptor = partition.createSegment(100);
        Path other = Files.writeString(temp.resolve("other"), "else");
        Files.move(other, layout.segment(PARTITION, 0), REPLACE_EXISTING);

        assertDisplaced(() -> append("more"), "segment 0");

        assertThat(layout.segment(PARTITION, 0)).hasContent("else");
        needsTheDescriptor.force();
    }

    @Test
    void segmentRemovedWhileItsDescriptorWasTakenIsNotMadeAgain() throws IOException {
        directory.close();
        open(new OpenFiles(1, 2));
        file = partition.openSegment(0);
        file.force();
        partition.createSegment(100);
        Files.delete(layout.segment(PARTITION, 0));

        assertDisplaced(() -> append("more"), "segment 0");

        assertThat(layout.segment(PARTITION, 0)).doesNotExist();
    }

    @Test
    void topicReplacedByAnEmptyDirectoryIsNotForcedAndGetsNoSegment() throws IOException {
        Path topic = layout.topic(PARTITION.topicId());
        Files.move(topic, temp.resolve("topic"));
        Files.createDirectory(topic);

        assertDisplaced(file::force, "segment 0");

        assertThatThrownBy(() -> partition.createSegment(100)).hasMessageContaining("segment 100");
    }

    @Test
    void segmentThatWasNeverOpenIsNotReadFromAnotherPartition() throws IOException {
        PartitionId other = new PartitionId(PARTITION.topicId(), 4);
        SegmentFile others = store.partition(other).createSegment(0);
        others.append(ByteBuffer.wrap("else".getBytes(UTF_8)));
        others.force();
        directory.close();
        open(new OpenFiles(50, 60));
        SegmentFile neverOpen = partition.openSegment(0);
        Files.move(layout.partition(PARTITION), temp.resolve("away"));
        Files.move(layout.partition(other), layout.partition(PARTITION));

        assertDisplaced(() -> neverOpen.slice(0, 4), "segment 0");
    }

    @Test
    void fileThatCameBackToItsNameIsForced() throws IOException {
        Path topic = layout.topic(PARTITION.topicId());
        Files.move(topic, temp.resolve("topic"));
        append("more");
        Files.move(temp.resolve("topic"), topic);

        file.force();

        assertThat(layout.segment(PARTITION, 0)).hasContent("keptmore");
    }

    @Test
    void neighbourOfADisplacedPartitionIsWrittenOn() throws IOException {
        SegmentFile neighbour = store.partition(new PartitionId(PARTITION.topicId(), 4)).createSegment(0);
        Files.move(layout.partition(PARTITION), temp.resolve("partition"));

        assertDisplaced(file::force, "segment 0");

        neighbour.append(ByteBuffer.wrap("fine".getBytes(UTF_8)));
        neighbour.force();
        store.writeState("votes", ByteBuffer.allocate(1));
    }

    @Test
    void rootReplacedByAnEmptyDirectoryIsLeftEmpty() throws IOException {
        Files.move(root, temp.resolve("away"));
        Files.createDirectory(root);

        assertNothingIsWritten();

        try (var entries = Files.list(root)) {
            assertThat(entries).isEmpty();
        }
    }

    @Test
    void directoryIsNotWrittenToOnceItsLockIsGone() throws IOException {
        Files.delete(layout.lock());

        assertNothingIsWritten();

        assertThat(layout.segment(PARTITION, 0)).exists();
        assertThat(layout.lock()).doesNotExist();
    }

    @Test
    void directoryIsNotWrittenToOnceAnotherHasItsLock() throws IOException {
        Files.delete(layout.lock());
        Files.createFile(layout.lock());

        assertNothingIsWritten();
    }

    @Test
    void segmentIsSoonNotAppendedToOnceTheLockIsGone() throws IOException {
        Files.delete(layout.lock());

        assertDisplaced(this::appendForTenSeconds, "lock of the data directory");

        assertThat(Files.size(layout.segment(PARTITION, 0))).isEqualTo(file.sizeBytes());
        assertThatThrownBy(() -> append("lost")).hasMessageContaining("refuses writes");
    }

    private void appendForTenSeconds() {
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < 10_000_000_000L) append("more");
    }

    @Test
    void segmentIsNotCutOnceTheLockIsGone() throws IOException {
        Files.delete(layout.lock());

        assertDisplaced(() -> file.truncate(1), "lock of the data directory");

        assertThat(layout.segment(PARTITION, 0)).hasContent("kept");
        assertThatThrownBy(() -> file.truncate(1)).hasMessageContaining("refuses writes");
    }

    @Test
    void bytesThatAnotherHasAppendedAreNotWrittenOver() throws IOException {
        Files.writeString(layout.segment(PARTITION, 0), "others", APPEND);

        assertThatThrownBy(() -> append("mine")).hasMessageContaining("10 bytes found, 4 expected");

        assertThat(layout.segment(PARTITION, 0)).hasContent("keptothers");
    }

    private void assertNothingIsWritten() {
        assertDisplaced(file::force, "lock of the data directory");
        assertDisplaced(() -> partition.createSegment(100), "lock of the data directory");
        assertDisplaced(() -> partition.writeState("log", ByteBuffer.allocate(1)), "lock of the data directory");
        assertDisplaced(() -> partition.writeIndex(0, IndexKind.OFFSETS, 0, ByteBuffer.allocate(8)), "lock");
        assertDisplaced(() -> partition.deleteSegment(0), "lock of the data directory");
        assertDisplaced(() -> store.writeState("votes", ByteBuffer.allocate(1)), "lock of the data directory");
        assertDisplaced(store::writeCleanMark, "lock of the data directory");
        assertDisplaced(() -> store.labelTopic(PARTITION.topicId(), "orders"), "lock of the data directory");
        file.close();
        assertDisplaced(() -> store.deletePartition(PARTITION), "lock of the data directory");
    }

    private void append(String text) {
        file.append(ByteBuffer.wrap(text.getBytes(UTF_8)));
    }

    private static void assertDisplaced(ThrowingCallable call, String subject) {
        assertThatThrownBy(call).isInstanceOf(FileDisplacedException.class).hasMessageContaining(subject)
            .hasMessageContaining("removed, renamed or replaced").hasMessageNotContaining("/");
    }
}
