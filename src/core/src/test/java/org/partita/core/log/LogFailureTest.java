package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.log.LogFixture.LEADER_EPOCH;
import static org.partita.core.log.LogFixture.readAll;
import static org.partita.core.log.LogFixture.records;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.partita.core.log.state.RecoveryReport.TailCut;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.DiskFullException;
import org.partita.storage.IndexFile;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.StorageException;
import org.partita.storage.TooManyFilesException;
import org.partita.storage.testing.AppendFault;
import org.partita.storage.testing.MemorySegmentStore;

/** What a log does when its disk fails, and what it calls durable. */
class LogFailureTest {
    private static final int LARGE = 1 << 20;

    private final LogFixture fixture = new LogFixture();

    @Test
    void appendOnAFullDiskLeavesTheLogAsItWas() {
        PartitionLog log = fixture.open(LARGE);
        log.append(SampleRecords.batch(2), LEADER_EPOCH);
        fixture.disk.failNextAppend(AppendFault.DISK_FULL);

        assertThatThrownBy(() -> log.append(SampleRecords.batch(5), LEADER_EPOCH))
            .isInstanceOf(DiskFullException.class);

        assertThat(log.logEndOffset()).isEqualTo(2);
        assertThat(log.sizeBytes()).isEqualTo(SampleRecords.batch(2).sizeBytes());
        assertThat(log.append(SampleRecords.batch(1), LEADER_EPOCH)).isEqualTo(new Appended(2, 2));
        assertThat(records(readAll(log))).hasSize(3);
    }

    @Test
    void appendThatFailsBehindARollLeavesTheLogAsItWas() {
        PartitionLog log = fixture.open(1);
        log.append(SampleRecords.batch(2), LEADER_EPOCH);
        List<LogRecord> before = records(readAll(log));
        fixture.disk.failNextAppend(AppendFault.DISK_FULL);

        assertThatThrownBy(() -> log.append(SampleRecords.batch(5), LEADER_EPOCH))
            .isInstanceOf(DiskFullException.class);

        assertThat(log.logEndOffset()).isEqualTo(2);
        assertThat(records(readAll(log))).isEqualTo(before);
        assertThat(log.append(SampleRecords.batch(1), LEADER_EPOCH)).isEqualTo(new Appended(2, 2));
        assertThat(fixture.partition().segments()).containsExactly(0L, 2L);
    }

    @Test
    void rollThatCannotMakeItsSegmentLeavesTheLogAsItWas() {
        FailingCreation store = new FailingCreation(fixture.partition());
        PartitionLog log = PartitionLog.open(store, new LogConfig(1));
        log.append(SampleRecords.batch(2), LEADER_EPOCH);
        store.failing = true;

        assertThatThrownBy(() -> log.append(SampleRecords.batch(1), LEADER_EPOCH))
            .isInstanceOf(DiskFullException.class);

        assertThat(log.logEndOffset()).isEqualTo(2);
        assertThat(records(readAll(log))).hasSize(2);
        store.failing = false;
        assertThat(log.append(SampleRecords.batch(1), LEADER_EPOCH)).isEqualTo(new Appended(2, 2));
        assertThat(fixture.partition().segments()).containsExactly(0L, 2L);
    }

    @Test
    void logWhoseFileRefusesServesReadsAndIsWholeWhenReopened() {
        PartitionLog log = fixture.open(LARGE);
        log.append(SampleRecords.batch(2), LEADER_EPOCH);
        fixture.disk.failNextAppend(AppendFault.IO_ERROR_AND_ROLLBACK_FAILS);

        assertThatThrownBy(() -> log.append(SampleRecords.batch(1), LEADER_EPOCH)).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> log.append(SampleRecords.batch(1), LEADER_EPOCH)).isInstanceOf(StorageException.class);

        assertThat(records(readAll(log))).hasSize(2);
        log.close();
        PartitionLog reopened = fixture.open(LARGE);
        assertThat(reopened.recovery().bytesCut()).isPositive();
        assertThat(reopened.logEndOffset()).isEqualTo(2);
    }

    @Test
    void forcedDataSurvivesACrashAndUnforcedDataNeedNot() {
        PartitionLog log = fixture.open(LARGE);
        log.append(SampleRecords.batch(2), LEADER_EPOCH);
        FlushPoint point = log.beginFlush();
        log.append(SampleRecords.batch(3), LEADER_EPOCH);

        point.force();

        assertThat(point.upToOffset()).isEqualTo(2);
        assertThat(log.flushedOffset()).isEqualTo(2);
        log.append(SampleRecords.batch(4), LEADER_EPOCH);
        fixture.disk.crash();
        assertThat(fixture.open(LARGE).logEndOffset()).isEqualTo(5);
    }

    @Test
    void rollMakesTheClosedSegmentDurable() {
        PartitionLog log = fixture.open(1);
        log.append(SampleRecords.batch(2), LEADER_EPOCH);
        log.append(SampleRecords.batch(3), LEADER_EPOCH);

        fixture.disk.crash();

        PartitionLog after = fixture.open(1);
        assertThat(after.logEndOffset()).isEqualTo(2);
        assertThat(after.recovery().cut()).isEqualTo(TailCut.NONE);
    }

    @Test
    void flushPointTakenBeforeARollHoldsBehindIt() {
        PartitionLog log = fixture.open(1);
        log.append(SampleRecords.batch(2), LEADER_EPOCH);
        FlushPoint before = log.beginFlush();
        log.append(SampleRecords.batch(3), LEADER_EPOCH);
        FlushPoint after = log.beginFlush();

        after.force();
        before.force();

        assertThat(log.flushedOffset()).isEqualTo(5);
        fixture.disk.crash();
        assertThat(fixture.open(1).logEndOffset()).isEqualTo(5);
    }

    @Test
    void flushWithoutNewDataDoesNotBotherTheDisk() {
        PartitionLog log = fixture.open(LARGE);
        log.append(SampleRecords.batch(2), LEADER_EPOCH);
        log.beginFlush().force();
        fixture.disk.failNextForce();

        log.beginFlush().force();

        assertThat(log.flushedOffset()).isEqualTo(2);
    }

    @Test
    void forceThatFindsNoDescriptorMayBeTriedAgain() {
        PartitionLog log = fixture.open(LARGE);
        log.append(SampleRecords.batch(2), LEADER_EPOCH);
        FlushPoint point = log.beginFlush();
        fixture.disk.refuseNextForce();

        assertThatThrownBy(point::force).isInstanceOf(TooManyFilesException.class);

        assertThat(log.flushedOffset()).isZero();
        log.append(SampleRecords.batch(1), LEADER_EPOCH);
        point.force();
        assertThat(log.flushedOffset()).isEqualTo(2);
        fixture.disk.crash();
        assertThat(fixture.open(LARGE).logEndOffset()).isEqualTo(3);
    }

    @Test
    void lookUpThatFindsNoDescriptorMakesNoIndexAgain() {
        PartitionLog log = fixture.open(LARGE);
        for (int i = 0; i < 100; i++) log.append(SampleRecords.batchAt(i, 1, 1_000), LEADER_EPOCH);
        RollPoint point = log.beginRoll();
        point.perform();
        log.finishRoll(point);
        log.persist();
        long before = fixture.disk.readBytes();
        fixture.disk.refuseNextIndex();

        assertThatThrownBy(() -> log.read(90, Long.MAX_VALUE, 1)).isInstanceOf(TooManyFilesException.class);

        assertThat(log.read(90, Long.MAX_VALUE, 1).batches()).hasSize(1);
        assertThat(fixture.disk.readBytes() - before).isLessThan(20_000);
    }

    @Test
    void dataIsNeverCalledDurableAfterAForceFailed() {
        PartitionLog log = fixture.open(LARGE);
        log.append(SampleRecords.batch(2), LEADER_EPOCH);
        FlushPoint taken = log.beginFlush();
        fixture.disk.failNextForce();

        assertThatThrownBy(() -> log.beginFlush().force()).isInstanceOf(StorageException.class);

        assertThatThrownBy(taken::force).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> log.beginFlush().force()).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> log.append(SampleRecords.batch(1), LEADER_EPOCH)).isInstanceOf(StorageException.class)
            .hasMessageContaining("open it again");
        assertThat(log.flushedOffset()).isZero();
        assertThat(records(readAll(log))).hasSize(2);
    }

    @Test
    void rollThatCannotForceStopsTheLog() {
        PartitionLog log = fixture.open(1);
        log.append(SampleRecords.batch(2), LEADER_EPOCH);
        fixture.disk.failNextForce();

        assertThatThrownBy(() -> log.append(SampleRecords.batch(1), LEADER_EPOCH)).isInstanceOf(StorageException.class);

        assertThatThrownBy(() -> log.append(SampleRecords.batch(1), LEADER_EPOCH)).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> log.beginFlush().force()).isInstanceOf(StorageException.class);
        assertThat(log.logEndOffset()).isEqualTo(2);
        assertThat(fixture.partition().segments()).containsExactly(0L);
    }

    @Test
    void logThatWasStoppedWorksAgainOnceReopened() {
        PartitionLog log = fixture.open(LARGE);
        log.append(SampleRecords.batch(2), LEADER_EPOCH);
        fixture.disk.failNextForce();
        assertThatThrownBy(() -> log.beginFlush().force()).isInstanceOf(StorageException.class);
        log.close();

        PartitionLog reopened = fixture.open(LARGE);

        assertThat(reopened.append(SampleRecords.batch(1), LEADER_EPOCH)).isEqualTo(new Appended(2, 2));
        assertThat(readAll(reopened)).extracting(RecordBatch::baseOffset).containsExactly(0L, 2L);
    }

    @Test
    void closeThatFailsClosesTheOtherFilesAllTheSame() {
        MemorySegmentStore store = fixture.disk.open();
        PartitionLog log = PartitionLog.open(store.partition(LogFixture.PARTITION), new LogConfig(1));
        for (int i = 0; i < 3; i++) log.append(SampleRecords.batch(2), LEADER_EPOCH);
        fixture.disk.failNextClose();
        fixture.disk.failNextClose();

        assertThatThrownBy(log::close).isInstanceOf(IllegalStateException.class).hasMessageContaining("segment 0")
            .satisfies(failure -> assertThat(failure.getSuppressed()).singleElement().asString().contains("segment 2"));

        store.deletePartition(LogFixture.PARTITION);
        assertThat(store.partitions()).isEmpty();
    }

    @Test
    void closeThatFailsDoesNotHideWhyTheLogCannotBeOpened() {
        PartitionLog log = fixture.open(1);
        for (int i = 0; i < 3; i++) log.append(SampleRecords.batch(2), LEADER_EPOCH);
        log.beginFlush().force();
        log.close();
        fixture.overwrite(0, 65, 0x55555555);
        MemorySegmentStore store = fixture.disk.open();
        fixture.disk.failNextClose();

        assertThatThrownBy(() -> PartitionLog.open(store.partition(LogFixture.PARTITION), new LogConfig(1)))
            .isInstanceOf(CorruptSegmentException.class)
            .satisfies(failure -> assertThat(failure.getSuppressed()).singleElement().asString().contains("of close"));

        store.deletePartition(LogFixture.PARTITION);
        assertThat(store.partitions()).isEmpty();
    }

    /** A partition whose directory takes no new entries for a while. */
    private static final class FailingCreation implements PartitionStore {
        private final PartitionStore store;
        private boolean failing;

        private FailingCreation(PartitionStore store) {
            this.store = store;
        }

        @Override
        public PartitionId id() {
            return store.id();
        }

        @Override
        public List<Long> segments() {
            return store.segments();
        }

        @Override
        public SegmentFile createSegment(long baseOffset) {
            if (failing) throw new DiskFullException("no space for segment " + baseOffset, null);
            return store.createSegment(baseOffset);
        }

        @Override
        public SegmentFile openSegment(long baseOffset) {
            return store.openSegment(baseOffset);
        }

        @Override
        public void deleteSegment(long baseOffset) {
            store.deleteSegment(baseOffset);
        }

        @Override
        public void writeIndex(long baseOffset, IndexKind kind, long positionBytes, ByteBuffer content) {
            store.writeIndex(baseOffset, kind, positionBytes, content);
        }

        @Override
        public List<Long> indexes(IndexKind kind) {
            return store.indexes(kind);
        }

        @Override
        public void deleteIndex(long baseOffset, IndexKind kind) {
            store.deleteIndex(baseOffset, kind);
        }

        @Override
        public Optional<IndexFile> openIndex(long baseOffset, IndexKind kind) {
            return store.openIndex(baseOffset, kind);
        }

        @Override
        public Optional<ByteBuffer> readState(String name) {
            return store.readState(name);
        }

        @Override
        public void writeState(String name, ByteBuffer content) {
            store.writeState(name, content);
        }
    }
}
