package org.partita.wire.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.partita.core.execution.Budget;
import org.partita.storage.FileSlice;
import org.partita.storage.StorageException;

/** Slices become batches in memory or in files, within a bound, and none is left open. */
class BatchTakerTest {
    private static final int LARGE = 3 * BatchTaker.REGION_BYTES;

    private final Budget held = new Budget(2L * BatchTaker.REGION_BYTES);
    private final BatchTaker taker = new BatchTaker(held);

    @TempDir
    private Path directory;
    private Path file;

    @BeforeEach
    void writeFile() throws IOException {
        file = Files.write(directory.resolve("segment"), new byte[LARGE]);
    }

    @Test
    void smallOnesAreCopiedAndTheirSliceIsClosed() {
        Slice slice = new Slice(1_000, true);

        StoredBatches taken = taker.take(slice).orElseThrow();

        assertThat(taken).isInstanceOf(CopiedBatches.class).returns(1_000, StoredBatches::sizeInBytes);
        assertThat(slice.closed).isTrue();
        assertThat(held.used()).isEqualTo(1_000);
        taken.release();
        taken.release();
        assertThat(held.used()).isZero();
    }

    @Test
    void largeOnesStayInTheirFileUntilTheyAreReleased() {
        Slice slice = new Slice(LARGE, true);

        StoredBatches taken = taker.take(slice).orElseThrow();

        assertThat(taken).isInstanceOf(FileBatches.class).returns(LARGE, StoredBatches::sizeInBytes);
        assertThat(slice.closed).isFalse();
        assertThat(held.used()).isEqualTo(BatchTaker.REGION_BYTES);
        ((FileBatches) taken).region().release();
        assertThat(slice.closed).isTrue();
        assertThat(held.used()).isZero();
    }

    @Test
    void whatHasNoChannelIsCopied() {
        assertThat(taker.take(new Slice(BatchTaker.REGION_BYTES, false))).get().isInstanceOf(CopiedBatches.class);
    }

    @Test
    void whereThereIsNoRoomNothingIsTaken() {
        held.reserve(held.limit());
        Slice small = new Slice(10, true);
        Slice large = new Slice(LARGE, true);

        assertThat(taker.take(small)).isEmpty();
        assertThat(taker.take(large)).isEmpty();

        assertThat(small.closed && large.closed).isTrue();
        assertThat(held.used()).isEqualTo(held.limit());
    }

    @Test
    void whatCannotBeReadHoldsNothing() {
        Slice unreadable = new Slice(LARGE, true);
        unreadable.channel().ifPresent(BatchTakerTest::close);

        assertThatThrownBy(() -> taker.take(unreadable)).isInstanceOf(StorageException.class);

        assertThat(held.used()).isZero();
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private final class Slice implements FileSlice {
        private final int lengthBytes;
        private final Optional<FileChannel> channel;
        private boolean closed;

        private Slice(int lengthBytes, boolean withChannel) {
            this.lengthBytes = lengthBytes;
            try {
                this.channel = withChannel ? Optional.of(FileChannel.open(file)) : Optional.empty();
            } catch (IOException unreadable) {
                throw new IllegalStateException(unreadable);
            }
        }

        @Override
        public int lengthBytes() {
            return lengthBytes;
        }

        @Override
        public ByteBuffer bytes() {
            return ByteBuffer.allocate(lengthBytes);
        }

        @Override
        public void copyTo(ByteBuffer target) {
            target.put(bytes());
        }

        @Override
        public long positionBytes() {
            return 0;
        }

        @Override
        public Optional<FileChannel> channel() {
            return channel;
        }

        @Override
        public void close() {
            closed = true;
            channel.ifPresent(BatchTakerTest::close);
        }
    }
}
