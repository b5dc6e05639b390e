package org.partita.wire.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.core.execution.Budget;
import org.partita.core.record.BatchHeader;
import org.partita.storage.FileSlice;
import org.partita.storage.StorageException;

/** Slices become batches in memory or in files, within a bound, and none is left open. */
class BatchTakerTest {
    private static final int LARGE = 3 * BatchTaker.REGION_BYTES;
    private static final int BATCH_BYTES = 1 << 10;

    private final Budget held = new Budget(16L * BatchTaker.REGION_BYTES);
    private final BatchTaker taker = new BatchTaker(held);

    @TempDir
    private Path directory;
    private Path file;
    private ByteBuffer content;

    @BeforeEach
    void writeFile() throws IOException {
        write(LARGE / BATCH_BYTES, BATCH_BYTES);
    }

    /** Batches of two records. */
    private void write(int batches, int batchBytes) throws IOException {
        content = ByteBuffer.allocate(batches * batchBytes);
        for (int i = 0; i < batches; i++) {
            int at = i * batchBytes;
            content.putLong(at, 100 + 2 * i).putInt(at + BatchHeader.LENGTH_POSITION,
                batchBytes - BatchHeader.LENGTH_END).putInt(at + BatchHeader.LAST_OFFSET_DELTA_POSITION, 1);
        }
        file = Files.write(directory.resolve("segment"), content.array());
    }

    @Test
    void smallOnesAreCopiedAndTheirSliceIsClosed() {
        Slice slice = new Slice(BATCH_BYTES, true);

        StoredBatches taken = taker.take(slice).orElseThrow();

        assertThat(taken).isInstanceOf(CopiedBatches.class).returns(BATCH_BYTES, StoredBatches::sizeInBytes);
        assertThat(slice.closed).isTrue();
        assertThat(held.used()).isEqualTo(BATCH_BYTES);
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
        Slice small = new Slice(BATCH_BYTES, true);
        Slice large = new Slice(LARGE, true);

        assertThat(taker.take(small)).isEmpty();
        assertThat(taker.take(large)).isEmpty();

        assertThat(small.closed && large.closed).isTrue();
        assertThat(held.used()).isEqualTo(held.limit());
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 130", "true, 191", "false, 1", "false, 130", "false, 191"})
    void whatIsBehindABatchOutOfItsPlaceIsLeftOut(boolean fromFile, int damaged) throws IOException {
        content.putLong(damaged * BATCH_BYTES, content.getLong(damaged * BATCH_BYTES) ^ 1L << 3);
        Files.write(file, content.array());

        StoredBatches taken = taker.take(new Slice(LARGE, fromFile)).orElseThrow();

        assertThat(taken.sizeInBytes()).isEqualTo(damaged * BATCH_BYTES);
        taken.release();
        assertThat(held.used()).isZero();
    }

    /** The third batch begins so close to the end of a piece that what is needed of it is not all there, or just. */
    @ParameterizedTest
    @ValueSource(ints = {65_531, 65_530, 65_524, 65_523, 65_522, 65_500})
    void batchesAreFollowedOverTheBordersOfPieces(int batchBytes) throws IOException {
        write(3, batchBytes);
        Slice slice = new Slice(3 * batchBytes, true);
        assertThat(taker.take(slice).orElseThrow().sizeInBytes()).isEqualTo(3 * batchBytes);

        content.putInt(2 * batchBytes + Integer.BYTES, 0);
        Files.write(file, content.array());

        assertThat(taker.take(new Slice(3 * batchBytes, true)).orElseThrow().sizeInBytes()).isEqualTo(2 * batchBytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, BATCH_BYTES, -1, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void lengthThatCannotBeEndsWhatIsGood(int length) throws IOException {
        content.putInt(LARGE - BATCH_BYTES + BatchHeader.LENGTH_POSITION, length);
        Files.write(file, content.array());

        for (boolean fromFile : new boolean[] {true, false}) {
            assertThat(taker.take(new Slice(LARGE, fromFile)).orElseThrow().sizeInBytes())
                .isEqualTo(LARGE - BATCH_BYTES);
        }
    }

    @Test
    void whatHasNoBatchAtItsFrontIsNotTaken() throws IOException {
        content.putInt(BatchHeader.LENGTH_POSITION, -1);
        Files.write(file, content.array());

        for (Slice each : List.of(new Slice(LARGE, true), new Slice(BATCH_BYTES, true))) {
            assertThatThrownBy(() -> taker.take(each)).isInstanceOf(StorageException.class);
        }
        assertThat(held.used()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"196607, 191", "130048, 127", "131072, 128", "1051, 1", "1052, 1", "2047, 1", "1024, 1"})
    void onlyBatchesThatAreAllThereAreTakenFromAFileThatWasCut(int cutBytes, int whole) throws IOException {
        cut(cutBytes);

        StoredBatches taken = taker.take(new Slice(LARGE, true)).orElseThrow();

        assertThat(taken).returns(whole * BATCH_BYTES, StoredBatches::sizeInBytes)
            .returns(100L + 2 * whole, StoredBatches::nextOffset);
        taken.release();
        assertThat(held.used()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, BatchSequence.NEEDED_BYTES - 1, BatchSequence.NEEDED_BYTES, BATCH_BYTES - 1})
    void fileThatWasCutInItsFirstBatchIsNotTaken(int cutBytes) throws IOException {
        cut(cutBytes);
        Slice slice = new Slice(LARGE, true);

        assertThatThrownBy(() -> taker.take(slice)).isInstanceOf(StorageException.class);

        assertThat(held.used()).isZero();
    }

    /** The last piece of the slice is shorter than what is needed of a batch. */
    @Test
    void endOfABatchInAPieceOfItsOwnCounts() throws IOException {
        write(1, (128 << 10) + 5);

        assertThat(taker.take(new Slice((128 << 10) + 5, true)).orElseThrow().sizeInBytes())
            .isEqualTo((128 << 10) + 5);
    }

    private void cut(int lengthBytes) throws IOException {
        try (FileChannel cut = FileChannel.open(file, StandardOpenOption.WRITE)) {
            cut.truncate(lengthBytes);
        }
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
            return content.slice(0, lengthBytes).asReadOnlyBuffer();
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
