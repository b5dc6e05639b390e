package org.partita.storage.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;

/** What every segment store promises about its segment files when the disk works. */
public abstract class SegmentFileContract extends Contract {
    @Test
    void appendedBytesAreReadBackInOrder() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);

            file.append(bytes("one"), bytes("two").asReadOnlyBuffer());
            file.append(direct("three"));

            assertThat(file.sizeBytes()).isEqualTo(11);
            assertThat(read(file, 0, 11)).isEqualTo("onetwothree");
            assertThat(read(file, 3, 3)).isEqualTo("two");
        }
    }

    @Test
    void appendLeavesThePositionsOfItsBuffers() {
        try (SegmentStore store = open()) {
            ByteBuffer batch = bytes("skipped-kept").position(8);

            store.partition(PARTITION).createSegment(0).append(batch);

            assertThat(batch.position()).isEqualTo(8);
            assertThat(batch.remaining()).isEqualTo(4);
        }
    }

    @Test
    void appendWithoutBytesChangesNothing() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);

            file.append();
            file.append(ByteBuffer.allocate(0));

            assertThat(file.sizeBytes()).isZero();
        }
    }

    @Test
    void sliceEndsAtTheEndOfTheFile() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);
            file.append(bytes("0123456789"));

            assertThat(read(file, 8, 100)).isEqualTo("89");
            assertThat(read(file, 10, 100)).isEmpty();
        }
    }

    @Test
    void sliceOutsideTheFileIsRefused() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);
            file.append(bytes("0123"));

            assertThatThrownBy(() -> file.slice(5, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> file.slice(-1, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> file.slice(0, -1)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void sliceIsReadOnlyAndKeepsItsLengthWhileTheFileGrows() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);
            file.append(bytes("abc"));

            try (var slice = file.slice(0, 100)) {
                file.append(bytes("def"));

                assertThat(slice.lengthBytes()).isEqualTo(3);
                assertThat(slice.bytes().isReadOnly()).isTrue();
                assertThat(text(slice.bytes())).isEqualTo("abc");
            }
        }
    }

    @Test
    void sliceIsCopiedToWhereTheBufferOfTheCallerStands() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);
            file.append(bytes("0123456789"));
            ByteBuffer heap = bytes("......");
            ByteBuffer direct = direct("......");

            try (var slice = file.slice(3, 4)) {
                slice.copyTo(heap.position(1));
                slice.copyTo(direct.position(2));
            }

            assertThat(heap.position()).isEqualTo(5);
            assertThat(text(heap.rewind())).isEqualTo(".3456.");
            assertThat(text(direct.rewind())).isEqualTo("..3456");
        }
    }

    @Test
    void sliceLargerThanTheBufferOfTheCallerIsRefused() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);
            file.append(bytes("0123456789"));

            try (var slice = file.slice(0, 4)) {
                assertThatThrownBy(() -> slice.copyTo(ByteBuffer.allocate(3)))
                    .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void appendOfManyStepsIsReadBackWhateverKindsOfBuffersItHas() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);
            byte[] content = new byte[700_000];
            new SplittableRandom(7).nextBytes(content);
            ByteBuffer whole = ByteBuffer.wrap(content);
            ByteBuffer direct = ByteBuffer.allocateDirect(content.length).put(whole.duplicate()).flip();

            file.append(whole.slice(0, 16), whole.slice(16, 300_000), direct.slice(300_016, 16),
                direct.slice(300_032, 200_000), whole.slice(500_032, 1), direct.slice(500_033, 199_967));

            ByteBuffer read = ByteBuffer.allocate(content.length);
            try (var slice = file.slice(0, content.length)) {
                slice.copyTo(read);
            }
            assertThat(read.array()).isEqualTo(content);
        }
    }

    @Test
    void closedSliceIsRefusedAndClosesOnlyOnce() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);
            file.append(bytes("abc"));
            var first = file.slice(0, 3);
            var second = file.slice(0, 3);

            first.close();
            first.close();
            file.close();

            assertThatThrownBy(first::bytes).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> first.copyTo(ByteBuffer.allocate(3))).isInstanceOf(IllegalStateException.class);
            assertThat(text(second.bytes())).isEqualTo("abc");
            second.close();
        }
    }

    @Test
    void sliceStaysReadableAfterItsSegmentWasClosedAndDeleted() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(5);
            file.append(bytes("still here"));

            try (var slice = file.slice(6, 4)) {
                file.close();
                store.partition(PARTITION).deleteSegment(5);

                assertThat(text(slice.bytes())).isEqualTo("here");
            }
            assertThat(store.partition(PARTITION).segments()).isEmpty();
        }
    }

    @Test
    void cutFileIsShorterAndGrowsFromThere() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);
            file.append(bytes("good torn"));

            file.truncate(5);
            file.append(bytes("again"));

            assertThat(file.sizeBytes()).isEqualTo(10);
            assertThat(read(file, 0, 10)).isEqualTo("good again");
        }
    }

    @Test
    void sliceOfBytesCutMeanwhileIsAnErrorNotOtherBytes() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);
            file.append(bytes("good torn"));

            try (var slice = file.slice(5, 4)) {
                file.truncate(5);

                assertThatThrownBy(slice::bytes).isInstanceOf(StorageException.class);
            }
        }
    }

    @Test
    void sliceOfBytesCutAndWrittenAnewIsAnErrorNotOtherBytes() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);
            file.append(bytes("good torn"));

            try (var before = file.slice(0, 5); var across = file.slice(3, 4)) {
                file.truncate(5);
                file.append(bytes("other bytes"));

                assertThatThrownBy(across::bytes).isInstanceOf(StorageException.class);
                assertThatThrownBy(() -> across.copyTo(ByteBuffer.allocate(4))).isInstanceOf(StorageException.class);
                assertThat(text(before.bytes())).isEqualTo("good ");
            }
        }
    }

    @Test
    void cutBeyondTheEndIsRefused() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);
            file.append(bytes("abc"));

            assertThatThrownBy(() -> file.truncate(4)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> file.truncate(-1)).isInstanceOf(IllegalArgumentException.class);
            assertThat(file.sizeBytes()).isEqualTo(3);
        }
    }

    @Test
    void closedSegmentIsRefused() {
        try (SegmentStore store = open()) {
            SegmentFile file = store.partition(PARTITION).createSegment(0);
            file.append(bytes("abc"));
            file.close();

            assertThatThrownBy(() -> file.append(bytes("d"))).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> file.slice(0, 1)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> file.truncate(0)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(file::force).isInstanceOf(IllegalStateException.class);
        }
    }
}
