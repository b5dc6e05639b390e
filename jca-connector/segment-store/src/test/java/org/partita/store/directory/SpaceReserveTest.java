package org.partita.store.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.storage.DiskFullException;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;
import org.partita.store.file.OpenFiles;

/** What is written although the disk is full, and what is not. */
final class SpaceReserveTest {
    private static final PartitionId PARTITION = new PartitionId(new UUID(1, 2), 0);
    private static final ByteBuffer BATCH = ByteBuffer.wrap(new byte[1000]);

    @TempDir
    private Path root;

    private FaultyDisk disk;
    private DataDirectory directory;
    private SegmentStore store;
    private SegmentFile segment;

    @BeforeEach
    void fillDisk() {
        disk = new FaultyDisk(root);
        open();
        segment = store.partition(PARTITION).createSegment(0);
        segment.append(BATCH);
        store.writeState("votes", UTF_8.encode("first"));
        disk.limitFreeBytes(0);
    }

    @AfterEach
    void closeDirectory() {
        directory.close();
    }

    private void open() {
        directory = new DirectoryOpening(root, 1, "test", disk, new OpenFiles(50, 60), UUID::randomUUID).open();
        store = directory.connect();
    }

    private String votes() {
        return UTF_8.decode(store.readState("votes").orElseThrow()).toString();
    }

    @Test
    void stateIsWrittenWhereNothingCanBeAppended() {
        assertThatThrownBy(() -> segment.append(BATCH)).isInstanceOf(DiskFullException.class);

        for (String vote : new String[] {"second", "third, which is longer", "4"}) {
            store.writeState("votes", UTF_8.encode(vote));
            assertThat(votes()).isEqualTo(vote);
        }
    }

    @Test
    void segmentsAndIndexesAreMadeWhereNothingCanBeAppended() {
        SegmentFile next = store.partition(PARTITION).createSegment(7);

        store.partition(PARTITION).writeIndex(0, IndexKind.OFFSETS, 0, ByteBuffer.wrap(new byte[8_000]));

        assertThat(store.partition(PARTITION).segments()).containsExactly(0L, 7L);
        assertThat(next.sizeBytes()).isZero();
    }

    @Test
    void nothingIsAppendedWhileTheReserveIsUsedUp() {
        store.partition(PARTITION).writeIndex(0, IndexKind.OFFSETS, 0, ByteBuffer.wrap(new byte[8_000]));

        assertThatThrownBy(() -> segment.append(BATCH)).isInstanceOf(DiskFullException.class);

        assertThat(segment.sizeBytes()).isEqualTo(1000);
        store.writeState("votes", UTF_8.encode("still"));
        assertThat(votes()).isEqualTo("still");
    }

    @Test
    void appendsGoOnByThemselvesOnceThereIsSpace() {
        store.partition(PARTITION).writeIndex(0, IndexKind.OFFSETS, 0, ByteBuffer.wrap(new byte[8_000]));
        assertThatThrownBy(() -> segment.append(BATCH)).isInstanceOf(DiskFullException.class);

        disk.limitFreeBytes(8_192 + 1000);
        segment.append(BATCH);

        assertThat(segment.sizeBytes()).isEqualTo(2000);
        assertThatThrownBy(() -> segment.append(BATCH)).isInstanceOf(DiskFullException.class);
        store.writeState("votes", UTF_8.encode("fifth"));
        assertThat(votes()).isEqualTo("fifth");
    }

    @Test
    void indexesLeaveSpaceForState() {
        assertThatThrownBy(() -> {
            for (int entries = 0; entries < SpaceReserve.SIZE_BYTES; entries += 8_000) {
                store.partition(PARTITION).writeIndex(0, IndexKind.OFFSETS, entries, ByteBuffer.allocate(8_000));
            }
        }).isInstanceOf(DiskFullException.class);

        store.writeState("votes", ByteBuffer.allocate(SpaceReserve.SIZE_BYTES / 4));
        store.writeState("checkpoint", ByteBuffer.allocate(8_000));
        directory.close();
        open();
        store.writeState("votes", UTF_8.encode("after"));

        assertThat(votes()).isEqualTo("after");
        assertThat(store.readState("checkpoint")).isPresent();
    }

    @Test
    void newPartitionsLeaveSpaceForStateThatIsReplaced() {
        assertThatThrownBy(() -> {
            for (int partition = 1; partition < 1_000; partition++) {
                PartitionStore fresh = store.partition(new PartitionId(PARTITION.topicId(), partition));
                fresh.writeState("log", ByteBuffer.allocate(8_000));
            }
        }).isInstanceOf(DiskFullException.class);

        store.writeState("votes", ByteBuffer.allocate(SpaceReserve.SIZE_BYTES / 4));
        directory.close();
        open();
        store.writeState("votes", UTF_8.encode("after"));

        assertThat(votes()).isEqualTo("after");
    }

    @Test
    void directoryOpensOnAFullDisk() {
        directory.close();
        disk.limitFreeBytes(0);

        open();

        store.writeState("votes", UTF_8.encode("after"));
        assertThat(votes()).isEqualTo("after");
        assertThat(store.takeCleanMark()).isFalse();
    }

    @Test
    void stateThatIsLargerThanTheReserveIsRefused() {
        assertThatThrownBy(() -> store.writeState("votes", ByteBuffer.allocate(2 * SpaceReserve.SIZE_BYTES)))
            .isInstanceOf(DiskFullException.class);

        assertThat(votes()).isEqualTo("first");
        store.writeState("votes", UTF_8.encode("small"));
        assertThat(votes()).isEqualTo("small");
    }

    @Test
    void otherFailuresLeaveTheReserveAlone() {
        disk.limitFreeBytes(Long.MAX_VALUE);
        disk.failNext("write votes.state");

        assertThatThrownBy(() -> store.writeState("votes", UTF_8.encode("x"))).isInstanceOf(StorageException.class)
            .isNotInstanceOf(DiskFullException.class);

        assertThat(disk.calls()).doesNotContain("delete reserve");
    }
}
