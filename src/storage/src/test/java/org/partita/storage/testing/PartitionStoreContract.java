package org.partita.storage.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.partita.storage.IndexFile;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;

/** What every segment store promises about the files of its partitions when the disk works. */
public abstract class PartitionStoreContract extends Contract {
    @Test
    void segmentsAndPartitionsAreListedAscending() {
        PartitionId other = new PartitionId(TOPIC, 10);
        try (SegmentStore store = open()) {
            store.partition(other).createSegment(0);
            for (long baseOffset : new long[] {1_000_000_000_000L, 0, 77}) {
                store.partition(PARTITION).createSegment(baseOffset);
            }

            assertThat(store.partitions()).containsExactly(PARTITION, other);
            assertThat(store.partition(PARTITION).segments()).containsExactly(0L, 77L, 1_000_000_000_000L);
        }
    }

    @Test
    void segmentIsNeverCreatedOverAnother() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);
            file.append(bytes("abc"));
            file.close();

            assertThatThrownBy(() -> store.partition(PARTITION).createSegment(0)).isInstanceOf(StorageException.class);
            assertThat(read(store.partition(PARTITION).openSegment(0), 0, 3)).isEqualTo("abc");
        }
    }

    @Test
    void missingSegmentIsAnErrorAndIsNotCreated() {
        try (SegmentStore store = open()) {
            assertThatThrownBy(() -> store.partition(PARTITION).openSegment(9)).isInstanceOf(StorageException.class);
            assertThat(store.partition(PARTITION).segments()).isEmpty();
        }
    }

    @Test
    void openSegmentIsNotOpenedASecondTime() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);

            assertThatThrownBy(() -> store.partition(PARTITION).openSegment(0))
                .isInstanceOf(IllegalStateException.class);
            file.close();
            file.close();
            store.partition(PARTITION).openSegment(0).append(bytes("abc"));
        }
    }

    @Test
    void forcedBytesAreThereForTheNextHandle() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(42);
            file.append(bytes("durable"));
            file.force();
        }

        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).openSegment(42);

            assertThat(store.partitions()).containsExactly(PARTITION);
            assertThat(file.baseOffset()).isEqualTo(42);
            assertThat(read(file, 0, 100)).isEqualTo("durable");
        }
    }

    @Test
    void openSegmentStaysReadableWhileItIsDeletedAndReplaced() {
        try (SegmentStore store = open()) {
            SegmentFile old = store.partition(PARTITION).createSegment(5);
            old.append(bytes("old"));

            store.partition(PARTITION).deleteSegment(5);
            SegmentFile replacement = store.partition(PARTITION).createSegment(5);
            replacement.append(bytes("new"));

            assertThat(read(old, 0, 3)).isEqualTo("old");
            old.close();
            assertThat(read(replacement, 0, 3)).isEqualTo("new");
        }
    }

    @Test
    void deletingAMissingSegmentHasNoEffect() {
        try (SegmentStore store = open()) {
            store.partition(PARTITION).deleteSegment(0);

            assertThat(store.partitions()).isEmpty();
        }
    }

    @Test
    void deletedPartitionIsGoneAndItsNeighbourStays() {
        PartitionId neighbour = new PartitionId(TOPIC, 4);
        try (SegmentStore store = open()) {
            store.labelTopic(TOPIC, "orders");
            store.partition(PARTITION).createSegment(0).close();
            store.partition(PARTITION).writeState("epochs", bytes("0 0"));
            store.partition(neighbour).createSegment(0).close();

            store.deletePartition(PARTITION);
            store.deletePartition(PARTITION);

            assertThat(store.partitions()).containsExactly(neighbour);
            assertThat(store.partition(PARTITION).segments()).isEmpty();
            assertThat(store.partition(PARTITION).readState("epochs")).isEmpty();
        }
    }

    @Test
    void deletedPartitionCanBeCreatedAgain() {
        try (SegmentStore store = open()) {
            store.partition(PARTITION).createSegment(0).close();
            store.deletePartition(PARTITION);

            SegmentFile file = store.partition(PARTITION).createSegment(0);
            file.append(bytes("new"));

            assertThat(store.partition(PARTITION).segments()).containsExactly(0L);
            assertThat(read(file, 0, 99)).isEqualTo("new");
        }
    }

    @Test
    void partitionWithOpenFilesIsNotDeleted() {
        try (SegmentStore store = open()) {
            store.partition(PARTITION).createSegment(0);

            assertThatThrownBy(() -> store.deletePartition(PARTITION)).isInstanceOf(IllegalStateException.class);
            assertThat(store.partition(PARTITION).segments()).containsExactly(0L);
        }
    }

    @Test
    void askingForAPartitionCreatesNothing() {
        try (SegmentStore store = open()) {
            store.partition(PARTITION).segments();
            store.partition(PARTITION).readState("epochs");

            assertThat(store.partitions()).isEmpty();
        }
    }

    @Test
    void stateOfPartitionsAndOfTheStoreIsApart() {
        try (SegmentStore store = open()) {
            store.writeState("epochs", bytes("store"));
            store.partition(PARTITION).writeState("epochs", bytes("three"));
            store.partition(new PartitionId(TOPIC, 4)).writeState("epochs", bytes("four"));

            assertThat(store.readState("epochs").map(content -> text(content))).contains("store");
            assertThat(store.partition(PARTITION).readState("epochs").map(found -> text(found))).contains("three");
            assertThat(store.partition(PARTITION).segments()).isEmpty();
        }
    }

    @Test
    void indexGrowsByPartsAndEndsBehindTheLastOne() {
        try (SegmentStore store = open()) {
            PartitionStore files = store.partition(PARTITION);
            files.createSegment(0).close();

            files.writeIndex(0, IndexKind.OFFSETS, 0, bytes("aaaabbbb"));
            files.writeIndex(0, IndexKind.OFFSETS, 4, bytes("cc"));
            files.writeIndex(0, IndexKind.TIMES, 0, bytes("times"));

            try (IndexFile index = files.openIndex(0, IndexKind.OFFSETS).orElseThrow()) {
                assertThat(index.sizeBytes()).isEqualTo(6);
                assertThat(text(index.read(0, 100))).isEqualTo("aaaacc");
                assertThat(text(index.read(3, 2))).isEqualTo("ac");
                assertThat(text(index.read(6, 2))).isEmpty();
                assertThat(index.read(0, 1).isReadOnly()).isTrue();
            }
            try (IndexFile index = files.openIndex(0, IndexKind.TIMES).orElseThrow()) {
                assertThat(text(index.read(0, 100))).isEqualTo("times");
            }
        }
    }

    @Test
    void missingIndexIsNotThereAndIsNotCreated() {
        try (SegmentStore store = open()) {
            assertThat(store.partition(PARTITION).openIndex(0, IndexKind.OFFSETS)).isEmpty();
            assertThat(store.partitions()).isEmpty();
        }
    }

    @Test
    void indexesAreListedByKindAndDeletedOneByOne() {
        try (SegmentStore store = open()) {
            PartitionStore files = store.partition(PARTITION);
            assertThat(files.indexes(IndexKind.KEYS)).isEmpty();
            files.deleteIndex(0, IndexKind.KEYS);
            files.createSegment(0).close();
            for (long baseOffset : new long[] {1_000_000_000_000L, 0, 77}) {
                files.writeIndex(baseOffset, IndexKind.KEYS, 0, bytes("keys"));
            }
            files.writeIndex(0, IndexKind.TIMES, 0, bytes("times"));
            files.writeIndex(5, IndexKind.PRODUCERS, 0, bytes("producers"));

            assertThat(files.indexes(IndexKind.KEYS)).containsExactly(0L, 77L, 1_000_000_000_000L);
            assertThat(files.indexes(IndexKind.PRODUCERS)).containsExactly(5L);
            assertThat(files.indexes(IndexKind.TIMES)).containsExactly(0L);
            files.deleteIndex(0, IndexKind.KEYS);
            files.deleteIndex(0, IndexKind.KEYS);

            assertThat(files.indexes(IndexKind.KEYS)).containsExactly(77L, 1_000_000_000_000L);
            assertThat(files.openIndex(0, IndexKind.KEYS)).isEmpty();
            assertThat(files.openIndex(0, IndexKind.TIMES)).hasValueSatisfying(IndexFile::close);
            assertThat(files.segments()).containsExactly(0L);
        }
    }

    @Test
    void indexesGoWithTheirSegment() {
        try (SegmentStore store = open()) {
            PartitionStore files = store.partition(PARTITION);
            for (long baseOffset : new long[] {0, 5}) {
                files.createSegment(baseOffset).close();
                files.writeIndex(baseOffset, IndexKind.OFFSETS, 0, bytes("x"));
                files.writeIndex(baseOffset, IndexKind.TIMES, 0, bytes("y"));
                files.writeIndex(baseOffset, IndexKind.KEYS, 0, bytes("z"));
                files.writeIndex(baseOffset, IndexKind.PRODUCERS, 0, bytes("p"));
            }

            files.deleteSegment(0);

            assertThat(files.openIndex(0, IndexKind.OFFSETS)).isEmpty();
            assertThat(files.openIndex(0, IndexKind.TIMES)).isEmpty();
            assertThat(files.indexes(IndexKind.KEYS)).containsExactly(5L);
            assertThat(files.indexes(IndexKind.PRODUCERS)).containsExactly(5L);
            try (IndexFile kept = files.openIndex(5, IndexKind.OFFSETS).orElseThrow()) {
                assertThat(kept.sizeBytes()).isEqualTo(1);
            }
        }
    }
}
