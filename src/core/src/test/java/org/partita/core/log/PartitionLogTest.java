package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.partita.core.log.LogFixture.LEADER_EPOCH;
import static org.partita.core.log.LogFixture.readAll;
import static org.partita.core.log.LogFixture.records;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.partita.core.log.state.RecoveryReport;
import org.partita.core.log.state.RecoveryReport.TailCut;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.PartitionStore;
import org.partita.storage.StorageException;

class PartitionLogTest {
    private static final int LARGE = 1 << 20;

    private final LogFixture fixture = new LogFixture();

    @Test
    void newLogIsEmptyAndBeginsAtZero() {
        PartitionLog log = fixture.open(LARGE);

        assertThat(log.logStartOffset()).isZero();
        assertThat(log.logEndOffset()).isZero();
        assertThat(log.sizeBytes()).isZero();
        assertThat(log.read(0, Long.MAX_VALUE, 100).batches()).isEmpty();
        assertThat(log.recovery()).isEqualTo(new RecoveryReport(1, 0, 0, 0, false, TailCut.NONE));
    }

    @Test
    void appendAssignsOffsetsAndTheEpoch() {
        PartitionLog log = fixture.open(LARGE);

        Appended first = log.append(SampleRecords.batch(3), LEADER_EPOCH);
        Appended second = log.append(SampleRecords.batch(2), LEADER_EPOCH + 1);

        assertThat(first).isEqualTo(new Appended(0, 2));
        assertThat(second).isEqualTo(new Appended(3, 4));
        assertThat(log.logEndOffset()).isEqualTo(5);
        assertThat(readAll(log)).extracting(RecordBatch::leaderEpoch).containsExactly(4, 5);
        assertThat(records(readAll(log))).extracting(LogRecord::offset).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void readBeginsWithTheBatchThatHoldsTheOffset() {
        PartitionLog log = logOf(3, 3, 3);

        List<RecordBatch> read = log.read(4, Long.MAX_VALUE, LARGE).batches();

        assertThat(read).extracting(RecordBatch::baseOffset).containsExactly(3L, 6L);
    }

    @Test
    void readEndsBelowTheOffsetLimit() {
        PartitionLog log = logOf(3, 3, 3);

        assertThat(log.read(0, 6, LARGE).batches()).extracting(RecordBatch::lastOffset).containsExactly(2L, 5L);
        assertThat(log.read(0, 5, LARGE).batches()).extracting(RecordBatch::lastOffset).containsExactly(2L);
        assertThat(log.read(4, 4, LARGE).batches()).isEmpty();
        assertThat(log.read(0, 2, LARGE).batches()).isEmpty();
    }

    @Test
    void readUpToTheEndOfASegmentLeavesTheNextOneAlone() {
        int batchBytes = SampleRecords.batch(3).sizeBytes();
        PartitionLog log = fixture.open(2 * batchBytes);
        for (int i = 0; i < 4; i++) log.append(SampleRecords.batch(3), LEADER_EPOCH);
        long before = fixture.disk.readBytes();

        assertThat(log.read(0, 6, LARGE).batches()).extracting(RecordBatch::lastOffset).containsExactly(2L, 5L);

        assertThat(fixture.disk.readBytes() - before).isEqualTo(2L * batchBytes);
    }

    @Test
    void readKeepsToItsBytesButGivesOneBatch() {
        PartitionLog log = logOf(3, 3, 3);
        int batchBytes = SampleRecords.batch(3).sizeBytes();

        assertThat(log.read(0, Long.MAX_VALUE, 2 * batchBytes).batches()).hasSize(2);
        assertThat(log.read(0, Long.MAX_VALUE, 2 * batchBytes - 1).batches()).hasSize(1);
        assertThat(log.read(0, Long.MAX_VALUE, 1).batches()).hasSize(1);
    }

    @Test
    void batchLargerThanAReadChunkIsReadWhole() {
        PartitionLog log = fixture.open(8 << 20);
        log.append(SampleRecords.batch(1), LEADER_EPOCH);
        log.append(SampleRecords.batchWithValueOf(3 << 20), LEADER_EPOCH);
        log.append(SampleRecords.batch(1), LEADER_EPOCH);

        assertThat(log.read(1, Long.MAX_VALUE, 1).batches()).extracting(RecordBatch::baseOffset).containsExactly(1L);
        assertThat(log.read(0, Long.MAX_VALUE, 2 << 20).batches()).hasSize(1);
        assertThat(log.read(0, Long.MAX_VALUE, 4 << 20).batches()).hasSize(3);
        assertThat(log.read(2, Long.MAX_VALUE, 1).batches()).extracting(RecordBatch::baseOffset).containsExactly(2L);
    }

    @Test
    void everyOffsetIsFoundAcrossSegmentsAndPositions() {
        PartitionLog log = fixture.open(20_000);
        for (int i = 0; i < 600; i++) {
            RecordBatch small = SampleRecords.batch(1 + i % 3);
            log.append(i % 50 == 0 ? SampleRecords.batchWithValueOf(5000) : small, LEADER_EPOCH);
        }

        for (long offset = 0; offset < log.logEndOffset(); offset++) {
            RecordBatch found = log.read(offset, Long.MAX_VALUE, 1).batches().get(0);

            assertThat(offset).isBetween(found.baseOffset(), found.lastOffset());
        }
        assertThat(fixture.partition().segments()).hasSizeGreaterThan(3);
    }

    @Test
    void readOutsideTheLogNamesItsBounds() {
        PartitionLog log = logOf(3);

        OffsetOutOfRangeException beyond = catchThrowableOfType(OffsetOutOfRangeException.class,
            () -> log.read(4, Long.MAX_VALUE, LARGE));

        assertThat(beyond.code()).isEqualTo("offset-out-of-range");
        assertThat(beyond.logStartOffset()).isZero();
        assertThat(beyond.endOffset()).isEqualTo(3);
        assertThatThrownBy(() -> log.read(-1, Long.MAX_VALUE, LARGE)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThat(log.read(3, Long.MAX_VALUE, LARGE).batches()).isEmpty();
    }

    @Test
    void segmentIsClosedBeforeItWouldExceedItsSize() {
        int batchBytes = SampleRecords.batch(3).sizeBytes();
        PartitionLog log = fixture.open(2 * batchBytes);

        for (int i = 0; i < 5; i++) {
            log.append(SampleRecords.batch(3), LEADER_EPOCH);
        }

        assertThat(fixture.partition().segments()).containsExactly(0L, 6L, 12L);
        assertThat(log.sizeBytes()).isEqualTo(5L * batchBytes);
        assertThat(log.read(4, Long.MAX_VALUE, LARGE).batches()).extracting(RecordBatch::baseOffset)
            .containsExactly(3L, 6L, 9L, 12L);
    }

    @Test
    void batchLargerThanASegmentGetsOneOfItsOwn() {
        PartitionLog log = fixture.open(200);

        log.append(SampleRecords.batchWithValueOf(1000), LEADER_EPOCH);
        log.append(SampleRecords.batch(1), LEADER_EPOCH);
        log.append(SampleRecords.batchWithValueOf(1000), LEADER_EPOCH);
        log.append(SampleRecords.batch(1), LEADER_EPOCH);

        assertThat(fixture.partition().segments()).containsExactly(0L, 1L, 2L, 3L);
        assertThat(records(readAll(log))).hasSize(4);
    }

    @Test
    void emptyLogIsNotRolledOntoItselfHoweverOftenItIsOpened() {
        for (int i = 0; i < 3; i++) {
            fixture.open(1).close();
        }

        PartitionLog log = fixture.open(1);
        log.append(SampleRecords.batch(1), LEADER_EPOCH);

        assertThat(fixture.partition().segments()).containsExactly(0L);
        assertThat(log.logEndOffset()).isEqualTo(1);
    }

    @Test
    void reopenedLogGoesOnWhereItEnded() {
        PartitionLog before = logOf(3, 2);
        List<LogRecord> written = records(readAll(before));
        before.close();
        before.close();

        PartitionLog after = fixture.open(LARGE);

        assertThat(records(readAll(after))).isEqualTo(written);
        assertThat(after.append(SampleRecords.batch(1), LEADER_EPOCH)).isEqualTo(new Appended(5, 5));
    }

    @Test
    void damageFoundWhileReadingIsNotServed() {
        PartitionLog log = logOf(1, 1);
        int second = SampleRecords.batch(1).sizeBytes();
        fixture.overwrite(0, second + 66, 0x55555555);

        assertThatThrownBy(() -> log.read(1, Long.MAX_VALUE, LARGE)).isInstanceOf(CorruptSegmentException.class)
            .hasMessageContaining(LogFixture.PARTITION.toString()).hasMessageContaining("position " + second)
            .hasMessageContaining("crc");
        assertThat(log.read(0, 1, LARGE).batches()).hasSize(1);
    }

    @Test
    void damagedLengthFoundWhileReadingAllocatesNothing() {
        PartitionLog log = logOf(1);
        for (int length : new int[] {0x7FFFFFFF, 0x7FFFFF00, 0xFFFFFFFF, 0}) {
            fixture.overwrite(0, 8, length);

            assertThatThrownBy(() -> log.read(0, Long.MAX_VALUE, LARGE)).isInstanceOf(CorruptSegmentException.class);
        }
    }

    @Test
    void unreadableDiskIsAnErrorAndNotAnEmptyLog() {
        PartitionLog log = logOf(1);
        fixture.disk.failNextRead();

        assertThatThrownBy(() -> log.read(0, Long.MAX_VALUE, LARGE)).isInstanceOf(StorageException.class);
        assertThat(log.read(0, Long.MAX_VALUE, LARGE).batches()).hasSize(1);
    }

    @Test
    void argumentsOutOfRangeAreProgrammingErrors() {
        PartitionLog log = logOf(1);

        assertThatIllegalArgumentException().isThrownBy(() -> log.read(0, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> log.append(SampleRecords.batch(1), -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new LogConfig(0));
    }

    private PartitionLog logOf(int... recordCounts) {
        PartitionStore store = fixture.partition();
        PartitionLog log = PartitionLog.open(store, new LogConfig(LARGE));
        for (int recordCount : recordCounts) {
            log.append(SampleRecords.batch(recordCount), LEADER_EPOCH);
        }
        return log;
    }
}
