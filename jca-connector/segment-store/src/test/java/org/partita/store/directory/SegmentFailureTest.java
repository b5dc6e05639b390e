package org.partita.store.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.storage.FileDisplacedException;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentFile;
import org.partita.storage.StorageException;
import org.partita.storage.testing.AppendFault;
import org.partita.store.file.OpenFiles;

/** Two things that go wrong with a segment at once, and questions that the disk does not answer. */
final class SegmentFailureTest {
    private static final PartitionId PARTITION = new PartitionId(new UUID(7, 11), 3);

    @TempDir
    private Path root;
    private FaultyDisk disk;
    private DataDirectory directory;
    private SegmentFile file;

    @BeforeEach
    void openDirectoryWithOneSegment() {
        disk = new FaultyDisk(root);
        directory = new DirectoryOpening(root, 1, "test", disk, new OpenFiles(50, 60), UUID::randomUUID).open();
        file = directory.connect().partition(PARTITION).createSegment(0);
        append("kept");
        file.force();
    }

    @AfterEach
    void close() {
        directory.close();
    }

    @Test
    void segmentWhoseSizeCannotBeAskedIsNotAppendedToEverAgain() {
        disk.failNext("size " + PARTITION.topicId());

        assertThatThrownBy(() -> append("lost")).isInstanceOf(StorageException.class)
            .hasMessageContaining("segment 0 append at 4");

        assertThat(segment()).hasContent("kept");
        assertThatThrownBy(() -> append("lost")).hasMessageContaining("refuses writes");
        assertThat(text()).isEqualTo("kept");
    }

    @Test
    void failedAppendIsNotCutOffOnceTheLockIsGone() {
        disk.failNextAppend(AppendFault.IO_ERROR);
        disk.duringNext("write " + PARTITION.topicId(), this::removeLock);

        assertThatThrownBy(() -> append("lost")).isInstanceOf(StorageException.class)
            .satisfies(failure -> assertThat(failure.getCause().getSuppressed())
                .hasOnlyElementsOfType(FileDisplacedException.class).hasSize(1));

        assertThat(segment()).as("another broker may have it").hasContent("keptlo");
        assertThatThrownBy(() -> append("lost")).hasMessageContaining("refuses writes");
        assertThat(text()).isEqualTo("kept");
    }

    private void removeLock() {
        try {
            Files.delete(new Layout(root).lock());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path segment() {
        return new Layout(root).segment(PARTITION, 0);
    }

    private void append(String text) {
        file.append(ByteBuffer.wrap(text.getBytes(UTF_8)));
    }

    private String text() {
        try (var slice = file.slice(0, 99)) {
            return UTF_8.decode(slice.bytes()).toString();
        }
    }
}
