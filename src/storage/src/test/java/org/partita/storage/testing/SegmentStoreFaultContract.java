package org.partita.storage.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.partita.storage.DiskFullException;
import org.partita.storage.FileChangedException;
import org.partita.storage.FileDisplacedException;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;

/** What every segment store promises when the disk fails. */
public abstract class SegmentStoreFaultContract extends Contract {
    private SegmentStore store;
    private SegmentFile file;

    protected abstract void failNextAppend(AppendFault fault);

    protected abstract void failNextForce();

    protected abstract void failNextRead();

    /** Somebody takes the segment file at offset 0 away. */
    protected abstract void unlinkSegment();

    /** Somebody cuts the segment file at offset 0 in place. */
    protected abstract void shortenSegment(int sizeBytes);

    /** Somebody puts an empty directory in the place of the partition's. */
    protected abstract void replaceDirectory();

    /** Somebody moves the directory of the partition away. */
    protected abstract void moveDirectoryAway();

    /** Somebody lets the directory of the partition change places with that of another one. */
    protected abstract void exchangeDirectoryWith(PartitionId other);

    /** The new content reaches the disk at most half. */
    protected abstract void failNextStateWrite();

    @BeforeEach
    void openStoreWithOneSegment() {
        store = open();
        file = store.partition(PARTITION).createSegment(0);
        file.append(bytes("kept"));
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void appendOnAFullDiskStoresNothingAndTheFileLivesOn() {
        failNextAppend(AppendFault.DISK_FULL);

        assertThatThrownBy(() -> file.append(bytes("lost"), bytes("lost"))).isInstanceOf(DiskFullException.class)
            .hasMessageContaining(PARTITION.toString()).hasMessageContaining("space");

        assertThat(file.sizeBytes()).isEqualTo(4);
        file.append(bytes("more"));
        assertThat(read(file, 0, 99)).isEqualTo("keptmore");
    }

    @Test
    void appendOnAFailingDeviceStoresNothing() {
        failNextAppend(AppendFault.IO_ERROR);

        assertThatThrownBy(() -> file.append(bytes("lost"))).isInstanceOf(StorageException.class)
            .isNotInstanceOf(DiskFullException.class);

        assertThat(read(file, 0, 99)).isEqualTo("kept");
        file.close();
        assertThat(store.partition(PARTITION).openSegment(0).sizeBytes()).isEqualTo(4);
    }

    @Test
    void fileThatCouldNotBeCutRefusesAppendsAndServesReads() {
        failNextAppend(AppendFault.IO_ERROR_AND_ROLLBACK_FAILS);

        assertThatThrownBy(() -> file.append(bytes("lost"))).isInstanceOf(StorageException.class);

        assertThatThrownBy(() -> file.append(bytes("more"))).isInstanceOf(StorageException.class);
        assertThatThrownBy(file::force).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> file.truncate(0)).isInstanceOf(StorageException.class);
        assertThat(file.sizeBytes()).isEqualTo(4);
        assertThat(read(file, 0, 99)).isEqualTo("kept");
    }

    @Test
    void failedAppendIsNotCounted() {
        long before = store.statistics().appends();
        failNextAppend(AppendFault.IO_ERROR);

        assertThatThrownBy(() -> file.append(bytes("lost"))).isInstanceOf(StorageException.class);

        assertThat(store.statistics().appends()).isEqualTo(before);
    }

    @Test
    void forceThatFailedIsNeverRepeatedWithSuccess() {
        failNextForce();

        assertThatThrownBy(file::force).isInstanceOf(StorageException.class).hasMessageContaining(PARTITION.toString());

        assertThatThrownBy(file::force).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> file.append(bytes("more"))).isInstanceOf(StorageException.class);
        assertThat(read(file, 0, 99)).isEqualTo("kept");
    }

    @Test
    void forceOfAFileThatWasTakenAwayFailsAndTheFileServesReadsOnly() {
        file.force();
        unlinkSegment();
        file.append(bytes("more"));

        assertThatThrownBy(file::force).isInstanceOf(FileDisplacedException.class)
            .hasMessageContaining(PARTITION.toString()).hasMessageContaining("removed, renamed or replaced");

        assertThatThrownBy(file::force).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> file.append(bytes("most"))).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> file.truncate(0)).isInstanceOf(StorageException.class);
        assertThat(read(file, 0, 99)).isEqualTo("keptmore");
    }

    @Test
    void forceFindsOutAlsoWhenThereIsNothingToForce() {
        file.force();
        unlinkSegment();

        assertThatThrownBy(file::force).isInstanceOf(FileDisplacedException.class);
    }

    @Test
    void forceOfAFileWhoseDirectoryIsAnotherFails() {
        replaceDirectory();

        assertThatThrownBy(file::force).isInstanceOf(FileDisplacedException.class);
    }

    @Test
    void forceOfAFileWhoseNameIsAnothersFails() {
        store.partition(PARTITION).deleteSegment(0);
        SegmentFile usurper = store.partition(PARTITION).createSegment(0);

        assertThatThrownBy(file::force).isInstanceOf(FileDisplacedException.class);
        usurper.force();
    }

    @Test
    void nothingIsDoneByNameInADirectoryThatIsAnothers() {
        PartitionId neighbour = new PartitionId(PARTITION.topicId(), 77);
        PartitionStore partition = store.partition(PARTITION);
        SegmentFile neighbours = store.partition(neighbour).createSegment(0);
        neighbours.append(bytes("neighbour"));
        exchangeDirectoryWith(neighbour);

        assertDisplaced(() -> partition.deleteSegment(0));
        assertDisplaced(() -> partition.createSegment(100));
        assertDisplaced(() -> partition.openSegment(0));
        assertDisplaced(partition::segments);
        assertDisplaced(() -> partition.writeState("votes", bytes("x")));
        assertDisplaced(() -> partition.readState("votes"));
        assertDisplaced(() -> partition.writeIndex(0, IndexKind.OFFSETS, 0, bytes("x")));
        assertDisplaced(() -> partition.deleteIndex(0, IndexKind.OFFSETS));
        assertDisplaced(() -> partition.openIndex(0, IndexKind.OFFSETS));
        file.close();
        assertDisplaced(() -> store.deletePartition(PARTITION));

        exchangeDirectoryWith(neighbour);
        assertThat(store.partition(neighbour).segments()).containsExactly(0L);
        assertThat(read(neighbours, 0, 99)).isEqualTo("neighbour");
        store.deletePartition(PARTITION);
        assertThat(store.partitions()).containsExactly(neighbour);
    }

    @Test
    void nothingIsMadeInThePlaceOfADirectoryThatWasMovedAway() {
        store.close();
        store = open();
        PartitionStore partition = store.partition(PARTITION);
        assertThat(partition.segments()).containsExactly(0L);
        moveDirectoryAway();

        assertDisplaced(() -> partition.writeState("votes", bytes("x")));
        assertDisplaced(() -> partition.createSegment(100));

        assertThat(store.partitions()).isEmpty();
    }

    private static void assertDisplaced(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(FileDisplacedException.class).hasMessageContaining(PARTITION.toString());
    }

    @Test
    void cutOfAFileThatWasTakenAwayFails() {
        unlinkSegment();

        assertThatThrownBy(() -> file.truncate(2)).isInstanceOf(FileDisplacedException.class);

        assertThatThrownBy(() -> file.append(bytes("more"))).isInstanceOf(StorageException.class);
    }

    @Test
    void appendToAFileThatWasShortenedStoresNothingAndIsTheLast() {
        file.append(bytes("more"));
        shortenSegment(2);

        assertThatThrownBy(() -> file.append(bytes("lost"))).isInstanceOf(FileChangedException.class)
            .hasMessageContaining("2 bytes found, 8 expected: the file was changed from outside");

        assertThat(file.sizeBytes()).isEqualTo(8);
        assertThatThrownBy(() -> file.append(bytes("lost"))).isInstanceOf(StorageException.class);
        assertThatThrownBy(file::force).isInstanceOf(StorageException.class);
        assertThat(read(file, 0, 2)).isEqualTo("ke");
        file.close();
        assertThat(store.partition(PARTITION).openSegment(0).sizeBytes()).isEqualTo(2);
    }

    @Test
    void forceOfAFileThatWasShortenedFailsForGood() {
        shortenSegment(3);

        assertThatThrownBy(file::force).isInstanceOf(FileChangedException.class)
            .hasMessageContaining("3 bytes found, 4 expected: the file was changed from outside");

        assertThatThrownBy(file::force).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> file.append(bytes("lost"))).isInstanceOf(StorageException.class);
    }

    @Test
    void failedReadIsAnErrorAndTheNextOneWorks() {
        try (var slice = file.slice(0, 4)) {
            failNextRead();

            assertThatThrownBy(slice::bytes).isInstanceOf(StorageException.class);
            assertThat(text(slice.bytes())).isEqualTo("kept");
        }
    }

    @Test
    void unreadableStateIsAnErrorNotAMissingState() {
        store.writeState("votes", bytes("promised"));
        failNextRead();

        assertThatThrownBy(() -> store.readState("votes")).isInstanceOf(StorageException.class);
        assertThat(store.readState("votes").map(content -> text(content))).contains("promised");
    }

    @Test
    void stateThatCouldNotBeReplacedIsTheOldOne() {
        store.writeState("votes", bytes("old"));
        failNextStateWrite();

        assertThatThrownBy(() -> store.writeState("votes", bytes("something new")))
            .isInstanceOf(StorageException.class);

        assertThat(store.readState("votes").map(content -> text(content))).contains("old");
        store.close();
        store = open();
        assertThat(store.readState("votes").map(content -> text(content))).contains("old");
    }
}
