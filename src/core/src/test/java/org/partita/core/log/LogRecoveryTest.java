package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.partita.core.log.LogFixture.LEADER_EPOCH;
import static org.partita.core.log.LogFixture.readAll;
import static org.partita.core.log.LogFixture.records;

import java.nio.ByteBuffer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.log.state.RecoveryReport;
import org.partita.core.log.state.RecoveryReport.TailCut;
import org.partita.core.record.AllocatedBytes;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.StorageException;

/** What opening a log does with bytes that are not as they were written. */
class LogRecoveryTest {
    private static final int LARGE = 64 << 20;
    private static final int BATCH_BYTES = SampleRecords.batch(2).sizeBytes();

    private final LogFixture fixture = new LogFixture();

    @Test
    void tornTailIsCutAtEveryLength() {
        write(LARGE, 2);
        RecordBatch torn = SampleRecords.batch(2).placedAt(4, LEADER_EPOCH);
        for (int length = 1; length < torn.sizeBytes(); length++) {
            fixture.write(0, torn.bytes().limit(length));

            try (PartitionLog log = fixture.open(LARGE)) {
                TailCut cut = log.recovery().cut();
                assertThat(log.logEndOffset()).as("%d bytes", length).isEqualTo(4);
                assertThat(cut.segmentBaseOffset()).isZero();
                assertThat(cut.positionBytes()).isEqualTo(2L * BATCH_BYTES);
                assertThat(cut.lengthBytes()).isEqualTo(length);
                assertThat(cut.finding()).isNotBlank();
                assertThat(log.sizeBytes()).isEqualTo(2L * BATCH_BYTES);
            }
        }
    }

    @Test
    void cutIsPhysicalAndDurable() {
        write(LARGE, 2);
        fixture.write(0, ByteBuffer.allocate(100));
        fixture.open(LARGE).close();

        fixture.disk.crash();

        PartitionLog again = fixture.open(LARGE);
        assertThat(again.recovery()).isEqualTo(new RecoveryReport(1, 2L * BATCH_BYTES, 4, 0, false, TailCut.NONE));
        assertThat(again.append(SampleRecords.batch(1), LEADER_EPOCH)).isEqualTo(new Appended(4, 4));
    }

    @ParameterizedTest
    @ValueSource(ints = {0x7FFFFFFF, 0xFFFFFFFF, 0, 0x7FFFFFF3, 49, 1000})
    void damagedLengthOfTheLastBatchIsCutWithoutAllocation(int length) {
        write(LARGE, 3);
        fixture.overwrite(0, 2 * BATCH_BYTES + 8, length);

        long allocated = AllocatedBytes.of(() -> fixture.open(LARGE).close());

        assertThat(allocated).isLessThan(10_000_000);
        PartitionLog log = fixture.open(LARGE);
        assertThat(log.logEndOffset()).isEqualTo(4);
        assertThat(records(readAll(log))).hasSize(4);
    }

    @Test
    void lengthThatSpansALargeFileIsCheckedInBoundedHeap() {
        write(LARGE, 1);
        fixture.write(0, ByteBuffer.allocate(48 << 20));
        RecordBatch header = SampleRecords.batch(2).placedAt(2, LEADER_EPOCH);
        for (int position = 0; position < RecordBatch.HEADER_BYTES; position += 4) {
            fixture.overwrite(0, BATCH_BYTES + position, header.bytes().getInt(position));
        }
        fixture.overwrite(0, BATCH_BYTES + 8, (48 << 20) - 12);

        PartitionLog log = fixture.open(LARGE);

        assertThat(log.logEndOffset()).isEqualTo(2);
        assertThat(log.recovery().cut().finding()).contains("crc");
        assertThat(log.recovery().bytesCut()).isEqualTo(48 << 20);
    }

    @Test
    void batchLargerThanTheScanWindowIsFoundWhole() {
        try (PartitionLog log = fixture.open(LARGE)) {
            log.append(SampleRecords.batch(2), LEADER_EPOCH);
            log.append(SampleRecords.batchWithValueOf(3 << 20), LEADER_EPOCH);
            log.append(SampleRecords.batch(2), LEADER_EPOCH);
        }

        PartitionLog reopened = fixture.open(LARGE);

        assertThat(reopened.recovery().cut()).isEqualTo(TailCut.NONE);
        assertThat(reopened.logEndOffset()).isEqualTo(5);
        assertThat(reopened.read(3, Long.MAX_VALUE, 1).batches()).extracting(RecordBatch::baseOffset)
            .containsExactly(3L);
    }

    @ParameterizedTest
    @CsvSource({"0, base offset", "16, format", "17, crc", "23, last offset delta", "57, last offset delta", "65, crc"})
    void damagedFieldOfTheLastBatchIsNamed(int position, String finding) {
        write(LARGE, 2);
        fixture.overwrite(0, BATCH_BYTES + position, 0x01020304);

        PartitionLog log = fixture.open(LARGE);

        assertThat(log.logEndOffset()).isEqualTo(2);
        assertThat(log.recovery().cut().finding()).contains(finding);
        assertThat(log.recovery().cut().positionBytes()).isEqualTo(BATCH_BYTES);
    }

    @Test
    void repeatedBatchIsNotTakenTwice() {
        write(LARGE, 2);
        fixture.write(0, SampleRecords.batch(2).placedAt(2, LEADER_EPOCH).bytes());

        PartitionLog log = fixture.open(LARGE);

        assertThat(log.logEndOffset()).isEqualTo(4);
        assertThat(log.recovery().cut().finding()).isEqualTo("base offset 2 found, 4 expected");
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 65})
    void damageBeforeTheLastSegmentIsNeverCut(int position) {
        write(BATCH_BYTES, 3);
        fixture.overwrite(2, position, 0x7FFFFFFF);

        CorruptSegmentException refused = catchThrowableOfType(CorruptSegmentException.class,
            () -> fixture.open(BATCH_BYTES));

        assertThat(refused).hasMessageContaining(LogFixture.PARTITION.toString()).hasMessageContaining("segment 2");
        assertThat(refused.positionBytes()).isZero();
        assertThatThrownBy(() -> fixture.open(BATCH_BYTES)).isInstanceOf(CorruptSegmentException.class);
        assertThat(fixture.partition().segments()).containsExactly(0L, 2L, 4L);
    }

    @Test
    void missingSegmentIsDamage() {
        write(BATCH_BYTES, 3);
        fixture.partition().deleteSegment(2);

        assertThatThrownBy(() -> fixture.open(BATCH_BYTES)).isInstanceOf(CorruptSegmentException.class)
            .hasMessageContaining("segment 2 expected after segment 0, segment 4 found");
    }

    @Test
    void segmentCutAtABatchBeforeTheLastOneIsDamage() {
        write(2 * BATCH_BYTES, 3);
        fixture.cut(0, BATCH_BYTES);

        assertThatThrownBy(() -> fixture.open(LARGE)).isInstanceOf(CorruptSegmentException.class)
            .hasMessageContaining("segment 2 expected");
    }

    @Test
    void newestSegmentOfLengthZeroIsLegal() {
        write(2 * BATCH_BYTES, 3);
        fixture.cut(4, 0);

        PartitionLog log = fixture.open(2 * BATCH_BYTES);

        assertThat(log.recovery().cut()).isEqualTo(TailCut.NONE);
        assertThat(log.append(SampleRecords.batch(2), LEADER_EPOCH)).isEqualTo(new Appended(4, 5));
        assertThat(records(readAll(log))).hasSize(6);
    }

    @Test
    void extraEmptySegmentAtTheEndIsLegal() {
        write(LARGE, 2);
        fixture.partition().createSegment(4).close();

        PartitionLog log = fixture.open(LARGE);

        assertThat(log.append(SampleRecords.batch(1), LEADER_EPOCH)).isEqualTo(new Appended(4, 4));
        assertThat(records(readAll(log))).hasSize(5);
        assertThat(log.recovery().segments()).isEqualTo(2);
    }

    @Test
    void onlySegmentOfLengthZeroKeepsItsBaseOffset() {
        fixture.partition().createSegment(700).close();

        PartitionLog log = fixture.open(LARGE);

        assertThat(log.logStartOffset()).isEqualTo(700);
        assertThat(log.append(SampleRecords.batch(2), LEADER_EPOCH)).isEqualTo(new Appended(700, 701));
        assertThat(log.read(701, Long.MAX_VALUE, 1).batches()).hasSize(1);
    }

    @Test
    void wholeTailIsCutIfNotOneBatchIsGood() {
        fixture.write(0, ByteBuffer.wrap("not a log at all, but long enough to look like a header of one".getBytes()));

        PartitionLog log = fixture.open(LARGE);

        assertThat(log.logEndOffset()).isZero();
        assertThat(log.sizeBytes()).isZero();
        assertThat(log.append(SampleRecords.batch(1), LEADER_EPOCH)).isEqualTo(new Appended(0, 0));
    }

    @Test
    void b065DiskThatCannotBeReadIsNotTakenForDamage() {
        write(LARGE, 2);
        fixture.disk.failNextRead();

        assertThatThrownBy(() -> fixture.open(LARGE)).isInstanceOf(StorageException.class)
            .isNotInstanceOf(CorruptSegmentException.class);

        assertThat(fixture.open(LARGE).logEndOffset()).isEqualTo(4);
    }

    @Test
    void recoveredDataIsDurable() {
        write(LARGE, 2);
        PartitionLog reopened = fixture.open(LARGE);

        fixture.disk.crash();

        assertThat(reopened.flushedOffset()).isEqualTo(4);
        assertThat(fixture.open(LARGE).logEndOffset()).isEqualTo(4);
    }

    /** Writes batches of two records and closes the log without a flush. */
    private void write(int segmentBytes, int batches) {
        try (PartitionLog log = fixture.open(segmentBytes)) {
            for (int i = 0; i < batches; i++) {
                log.append(SampleRecords.batch(2), LEADER_EPOCH);
            }
        }
    }
}
