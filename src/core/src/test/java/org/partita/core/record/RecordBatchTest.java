package org.partita.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordBatchTest {
    @Test
    void batchIsReadFromBytesThatDoNotBeginAtZero() {
        RecordBatch batch = SampleRecords.batch(3);
        ByteBuffer inTheMiddle = ByteBuffer.allocate(batch.sizeBytes() + 20).position(7).put(batch.bytes());

        RecordBatch read = RecordBatch.of(inTheMiddle.flip().position(7));

        assertThat(read.records(Codecs.NONE, 0)).isEqualTo(batch.records(Codecs.NONE, 0));
    }

    @Test
    void bytesOfABatchCannotBeChangedThroughIt() {
        RecordBatch batch = RecordBatch.of(copyOf(SampleRecords.batch(1)));

        assertThatThrownBy(() -> batch.bytes().put(0, (byte) 1)).isInstanceOf(ReadOnlyBufferException.class);
        assertThatThrownBy(() -> batch.records(Codecs.NONE, 0).clear())
            .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void headerNamesTheProblemOfAForeignBatch() {
        InvalidBatchException refused = catchInvalid(changed(BatchHeader.MAGIC_POSITION, 1));

        assertThat(refused).hasMessage("batch format 1 found, 2 expected");
        assertThat(refused.code()).isEqualTo("invalid-request");
        assertThat(refused.retriable()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x7FFFFFFF, 0xFFFFFFFF, 0, 48, 0x80000000, 0x7FFFFFF4})
    void lengthThatCannotBeRightIsRefusedBeforeTheChecksumAndWithoutAllocation(int length) {
        ByteBuffer bytes = copyOf(SampleRecords.batch(2));
        bytes.putInt(BatchHeader.LENGTH_POSITION, length);

        long allocated = AllocatedBytes.of(() -> assertThatThrownBy(() -> RecordBatch.of(bytes))
            .isInstanceOf(InvalidBatchException.class).hasMessageNotContaining("crc"));

        assertThat(allocated).isLessThan(10_000_000);
    }

    @Test
    void batchLongerOrShorterThanItsLengthIsRefused() {
        ByteBuffer exact = copyOf(SampleRecords.batch(2));
        ByteBuffer longer = ByteBuffer.allocate(exact.limit() + 1).put(exact.duplicate()).position(0);

        assertThat(catchInvalid(longer)).hasMessageContaining("stated");
        assertThat(catchInvalid(exact.slice(0, exact.limit() - 1))).hasMessageContaining("stated");
        assertThat(catchInvalid(exact.slice(0, 60))).hasMessageContaining("at least 61 expected");
    }

    @Test
    void everyChangedBitBehindTheChecksumIsNoticed() {
        RecordBatch batch = SampleRecords.batch(2);
        for (int bit = BatchHeader.MAGIC_POSITION * 8; bit < batch.sizeBytes() * 8; bit++) {
            ByteBuffer damaged = copyOf(batch);
            damaged.put(bit / 8, (byte) (damaged.get(bit / 8) ^ 1 << bit % 8));

            assertThat(catchInvalid(damaged)).as("bit %d", bit).isNotNull();
        }
    }

    @Test
    void recordCountMustMatchTheLastOffsetDelta() {
        ByteBuffer bytes = copyOf(SampleRecords.batch(3));
        bytes.putInt(BatchHeader.LAST_OFFSET_DELTA_POSITION, 5);

        assertThat(catchInvalid(resealed(bytes))).hasMessage("last offset delta 5 found, 2 expected for 3 records");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void batchWithoutRecordsIsRefused(int recordCount) {
        ByteBuffer bytes = copyOf(SampleRecords.batch(1));
        bytes.putInt(BatchHeader.RECORD_COUNT_POSITION, recordCount);

        assertThat(catchInvalid(resealed(bytes))).hasMessageContaining("record count " + recordCount);
    }

    @Test
    void moreRecordsThanThereIsRoomForAreRefusedByTheHeaderAlone() {
        ByteBuffer bytes = copyOf(SampleRecords.batch(1));
        bytes.putInt(BatchHeader.RECORD_COUNT_POSITION, Integer.MAX_VALUE);
        bytes.putInt(BatchHeader.LAST_OFFSET_DELTA_POSITION, Integer.MAX_VALUE - 1);

        assertThat(catchInvalid(resealed(bytes))).hasMessageContaining("do not fit");
    }

    @Test
    void moreRecordsThanAreInflatedAreRefusedWithoutAllocatingThem() {
        List<NewRecord> records = Collections.nCopies(9, SampleRecords.text(0, "k", "v"));
        ByteBuffer bytes = copyOf(RecordBatchEncoder.encode(Compression.GZIP, records));
        bytes.putInt(BatchHeader.RECORD_COUNT_POSITION, Integer.MAX_VALUE);
        bytes.putInt(BatchHeader.LAST_OFFSET_DELTA_POSITION, Integer.MAX_VALUE - 1);
        RecordBatch batch = RecordBatch.of(resealed(bytes));

        long allocated = AllocatedBytes.of(() -> assertThatThrownBy(() -> batch.records(Codecs.JDK, 1 << 20))
            .isInstanceOf(InvalidBatchException.class).hasMessageContaining("do not fit"));

        assertThat(allocated).isLessThan(10_000_000);
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "9223372036854775807, 0", "9223372036854775806, 1"})
    void placeOutsideTheOffsetsIsRefused(long baseOffset, int leaderEpoch) {
        RecordBatch batch = SampleRecords.batch(2);

        assertThatThrownBy(() -> batch.placedAt(baseOffset, leaderEpoch)).isInstanceOf(InvalidBatchException.class)
            .hasMessageContaining("out of range");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void batchOfACompressionWithoutCodecIsKeptVerbatim(int compressionId) {
        ByteBuffer foreign = changed(BatchHeader.ATTRIBUTES_POSITION + 1, compressionId);

        RecordBatch batch = RecordBatch.of(foreign.duplicate());

        assertThat(batch.bytes()).isEqualTo(foreign);
        assertThat(batch.compression().id()).isEqualTo(compressionId);
        assertThatThrownBy(() -> batch.records(Codecs.JDK, 1 << 20)).isInstanceOf(InvalidBatchException.class)
            .hasMessageContaining(batch.compression().name());
    }

    @Test
    void compressionTheFormatDoesNotKnowIsRefused() {
        assertThat(catchInvalid(changed(BatchHeader.ATTRIBUTES_POSITION + 1, 5))).hasMessageContaining("compression 5");
    }

    @Test
    void headerNameThatIsNotUtf8KeepsItsRecordReadable() {
        NewRecord record = new NewRecord(0, Bytes.NULL, Bytes.NULL, List.of(new RecordHeader("abc", Bytes.NULL)));
        ByteBuffer bytes = copyOf(RecordBatchEncoder.encode(Compression.NONE, List.of(record)));
        bytes.put(bytes.limit() - 2, (byte) 0xC3);
        RecordBatch batch = RecordBatch.of(resealed(bytes));

        assertThat(batch.records(Codecs.NONE, 0).get(0).headers())
            .containsExactly(new RecordHeader("ab\uFFFD", Bytes.NULL));
    }

    @Test
    void bytesBehindTheLastRecordAreRefused() {
        RecordBatch original = SampleRecords.batch(1);
        ByteBuffer longer = ByteBuffer.allocate(original.sizeBytes() + 3).put(original.bytes()).position(0);
        longer.putInt(BatchHeader.LENGTH_POSITION, longer.limit() - BatchHeader.LENGTH_END);
        RecordBatch batch = RecordBatch.of(resealed(longer));

        assertThatThrownBy(() -> batch.records(Codecs.NONE, 0)).isInstanceOf(InvalidBatchException.class)
            .hasMessage("3 bytes found behind the last of 1 records");
    }

    @Test
    void recordsLargerThanABatchAreRefusedBeforeAnythingIsAllocated() {
        NewRecord large = new NewRecord(0, Bytes.NULL, Bytes.of(new byte[1 << 20]), List.of());
        List<NewRecord> tooMuch = Collections.nCopies(2048, large);

        long allocated = AllocatedBytes.of(() -> assertThatThrownBy(
            () -> RecordBatchEncoder.encode(Compression.NONE, tooMuch)).isInstanceOf(InvalidBatchException.class)
            .hasMessageContaining("2048 records"));

        assertThat(allocated).isLessThan(10_000_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "a\ude80", "\ude80\ud83d"})
    void headerNameWithHalfACharacterIsRefused(String name) {
        NewRecord record = new NewRecord(0, Bytes.NULL, Bytes.NULL, List.of(new RecordHeader(name, Bytes.NULL)));

        assertThatThrownBy(() -> RecordBatchEncoder.encode(Compression.NONE, List.of(record)))
            .isInstanceOf(InvalidBatchException.class).hasMessageContaining("half a character");
    }

    @Test
    void encoderWantsRecordsAndACompressionItCanWrite() {
        List<NewRecord> one = List.of(SampleRecords.text(0, "k", "v"));

        assertThatIllegalArgumentException().isThrownBy(() -> RecordBatchEncoder.encode(Compression.NONE, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> RecordBatchEncoder.encode(Compression.ZSTD, one));
    }

    @Test
    void timeOfTheAppendStandsForTheTimesOfTheRecordsWhichKeepTheirBytes() {
        RecordBatch batch = SampleRecords.batch(3);

        RecordBatch timed = batch.appendedAt(77);

        RecordBatch read = RecordBatch.of(timed.bytes());
        assertThat(read.header().appendMillis()).hasValue(77);
        assertThat(read.maxTimestampMillis()).isEqualTo(77);
        assertThat(read.records(Codecs.NONE, 0)).extracting(LogRecord::timestampMillis).containsOnly(77L);
        assertThat(timed.bytes().position(RecordBatch.HEADER_BYTES))
            .isEqualTo(batch.bytes().position(RecordBatch.HEADER_BYTES));
        assertThat(batch.header().appendMillis()).as("the original").isEmpty();
        assertThat(batch.records(Codecs.NONE, 0)).extracting(LogRecord::timestampMillis)
            .containsExactly(1000L, 1001L, 1002L);
    }

    @Test
    void recordsThatNobodyWouldInflateAreNotCompressed() {
        NewRecord largest = valueOf(RecordBatch.MAX_INFLATED_BYTES - 100);
        NewRecord larger = valueOf(RecordBatch.MAX_INFLATED_BYTES);

        RecordBatch compressed = RecordBatchEncoder.encode(Compression.GZIP, Codecs.JDK, List.of(largest), 0);
        RecordBatch plain = RecordBatchEncoder.encode(Compression.GZIP, Codecs.JDK, List.of(larger), 0);

        assertThat(compressed.compression()).isEqualTo(Compression.GZIP);
        assertThat(compressed.records(Codecs.JDK, RecordBatch.MAX_INFLATED_BYTES)).hasSize(1);
        assertThat(plain.compression()).isEqualTo(Compression.NONE);
    }

    private static NewRecord valueOf(int bytes) {
        return new NewRecord(0, Bytes.NULL, Bytes.of(new byte[bytes]), List.of());
    }

    private static ByteBuffer changed(int position, int value) {
        ByteBuffer bytes = copyOf(SampleRecords.batch(2));
        return resealed(bytes.put(position, (byte) value));
    }

    private static ByteBuffer copyOf(RecordBatch batch) {
        return ByteBuffer.allocate(batch.sizeBytes()).put(batch.bytes()).flip();
    }

    private static ByteBuffer resealed(ByteBuffer batch) {
        return batch.putInt(BatchHeader.CRC_POSITION, RecordBatch.crcOf(batch));
    }

    private static InvalidBatchException catchInvalid(ByteBuffer bytes) {
        return org.assertj.core.api.Assertions.catchThrowableOfType(InvalidBatchException.class,
            () -> RecordBatch.of(bytes));
    }
}
