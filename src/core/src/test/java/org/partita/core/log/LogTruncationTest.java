package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.log.LogFixture.PARTITION;
import static org.partita.core.log.LogFixture.readAll;
import static org.partita.core.log.LogFixture.records;

import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.log.LogConfig.LostTail;
import org.partita.core.log.state.EpochEnd;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.storage.PartitionStore;
import org.partita.storage.StorageException;
import org.partita.storage.testing.StateWriteFault;

/** Batches of two records, three of them in a segment: segments begin at 0, 6, 12, … */
class LogTruncationTest {
    private static final RecordBatch BATCH = SampleRecords.batch(2);
    private static final LogConfig WITH_PEERS = new LogConfig(3 * BATCH.sizeBytes(), Long.MAX_VALUE,
        LogConfig.UNLIMITED, LogConfig.UNLIMITED, LogConfig.DEFAULT_MAX_INDEX_ENTRIES, LostTail.REFUSE);

    private final LogFixture fixture = new LogFixture();
    private LogDirectory directory = new LogDirectory(fixture.disk.open(), true);
    private PartitionLog log = directory.open(PARTITION, WITH_PEERS, false);

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 5, 6, 7, 8, 12, 19})
    void batchesThatEndBeyondTheOffsetAreCutAndTheLogGoesOn(long offset) {
        append(10, 4);
        long expectedEnd = offset / 2 * 2;

        assertThat(directory.truncate(PARTITION, offset)).isEqualTo(expectedEnd);

        assertThat(log.logEndOffset()).isEqualTo(expectedEnd);
        assertThat(log.flushedOffset()).isEqualTo(expectedEnd);
        assertThat(fixture.partition().segments()).allMatch(base -> base <= expectedEnd);
        append(4, 5);
        assertThat(records(readAll(log))).hasSize((int) expectedEnd + 8);
        assertThat(log.endOfEpoch(4)).isEqualTo(expectedEnd == 0 ? new EpochEnd(EpochEnd.NO_EPOCH, 0)
            : new EpochEnd(4, expectedEnd));
    }

    @Test
    void cutSurvivesACrashAlthoughMoreWasNotedAsDurable() {
        append(10, 4);
        log.beginFlush().force();
        directory.persist(LogFixture.PARTITION, () -> { });
        directory.writeCheckpoint();

        directory.truncate(PARTITION, 8);
        crashAndOpen();

        assertThat(log.logEndOffset()).isEqualTo(8);
        assertThat(log.suspect()).isFalse();
    }

    @Test
    void checkpointThatCannotBeTakenBackKeepsTheLogAsItIs() {
        append(10, 4);
        log.beginFlush().force();
        directory.persist(LogFixture.PARTITION, () -> { });
        directory.writeCheckpoint();
        fixture.disk.failNextStateWrite();

        assertThatThrownBy(() -> directory.truncate(PARTITION, 8)).isInstanceOf(StorageException.class);

        assertThat(log.logEndOffset()).isEqualTo(20);
        append(1, 4);
    }

    @Test
    void cutThatIsTriedAgainTakesTheCheckpointBackFirst() {
        append(10, 4);
        log.beginFlush().force();
        directory.persist(LogFixture.PARTITION, () -> { });
        directory.writeCheckpoint();
        fixture.disk.failNextStateWrite();
        assertThatThrownBy(() -> directory.truncate(PARTITION, 8)).isInstanceOf(StorageException.class);

        directory.truncate(PARTITION, 8);
        crashAndOpen();

        assertThat(log.logEndOffset()).isEqualTo(8);
    }

    @Test
    void checkpointThatMayHaveReachedTheDiskIsTakenBackToo() {
        append(4, 4);
        log.beginFlush().force();
        directory.persist(LogFixture.PARTITION, () -> { });
        fixture.disk.failStateWrite(1, StateWriteFault.IO_ERROR_AFTER_REPLACING);
        directory.writeCheckpoint();

        directory.truncate(PARTITION, 2);
        crashAndOpen();

        assertThat(log.logEndOffset()).isEqualTo(2);
    }

    @Test
    void stateThatMayHaveReachedTheDiskIsTakenBackToo() {
        append(4, 4);
        fixture.disk.failStateWrite(3, StateWriteFault.IO_ERROR_AFTER_REPLACING);
        assertThatThrownBy(() -> log.persist()).isInstanceOf(StorageException.class).hasMessageContaining("state log");

        directory.truncate(PARTITION, 2);
        append(4, 5);
        log.beginFlush().force();
        crashAndOpen();

        assertThat(log.endOfEpoch(4)).isEqualTo(new EpochEnd(4, 2));
    }

    @Test
    void cutNotesNoLogStartBehindWhatIsDurable() {
        append(5, 4);
        log.deleteBefore(8);
        log.maintain(0, 8);
        fixture.disk.failStateWrite(1, StateWriteFault.IO_ERROR_AFTER_REPLACING);
        assertThatThrownBy(() -> log.persist()).isInstanceOf(StorageException.class).hasMessageContaining("state log");
        fixture.disk.failStateWrite(1, StateWriteFault.IO_ERROR_AFTER_REPLACING);
        assertThatThrownBy(() -> directory.truncate(PARTITION, 8)).isInstanceOf(StorageException.class);

        fixture.disk.crash();
        log = fixture.open(WITH_PEERS, Optional.empty());

        assertThat(log.logStartOffset()).isEqualTo(6);
        assertThat(log.logEndOffset()).isEqualTo(6);
    }

    @Test
    void cutThatFailsHalfwayPromisesNoMoreThanIsLeft() {
        log.close();
        PartitionStore failing = failingToDelete(fixture.partition(), 6);
        PartitionLog cut = PartitionLog.open(failing, WITH_PEERS, Optional.empty(), false);
        for (int i = 0; i < 10; i++) cut.append(BATCH, 4);
        cut.beginFlush().force();

        assertThatThrownBy(() -> cut.truncate(3)).isInstanceOf(StorageException.class);

        assertThat(cut.flushedOffset()).isEqualTo(2);
        assertThat(cut.persist().endOffset()).isEqualTo(2);
        assertThatThrownBy(() -> cut.append(BATCH, 4)).isInstanceOf(StorageException.class);
    }

    private static PartitionStore failingToDelete(PartitionStore store, long segment) {
        return (PartitionStore) Proxy.newProxyInstance(PartitionStore.class.getClassLoader(),
            new Class<?>[] {PartitionStore.class}, (proxy, method, arguments) -> {
                if (method.getName().equals("deleteSegment") && arguments[0].equals(segment)) {
                    throw new StorageException("segment " + segment + " cannot be deleted: on purpose");
                }
                return method.invoke(store, arguments);
            });
    }

    /** One crash before every write, rename or deletion that a cut over three segments consists of. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void b010CrashInTheMiddleOfACutOverSegmentsLeavesNoGap(int failingStateWrite) {
        append(10, 4);
        log.beginFlush().force();
        directory.persist(LogFixture.PARTITION, () -> { });
        directory.writeCheckpoint();
        fixture.disk.failStateWrite(failingStateWrite, StateWriteFault.IO_ERROR_AFTER_REPLACING);

        assertThatThrownBy(() -> directory.truncate(PARTITION, 3)).isInstanceOf(StorageException.class);
        crashAndOpen();

        assertThat(log.logEndOffset()).isEqualTo(20);
        assertThat(records(readAll(log))).hasSize(20);
        directory.truncate(PARTITION, 3);
        assertThat(log.logEndOffset()).isEqualTo(2);
    }

    @Test
    void b010SegmentsGoFromTheBackSoThatWhatIsLeftHasNoGap() {
        append(10, 4);
        directory.persist(LogFixture.PARTITION, () -> { });
        directory.writeCheckpoint();
        fixture.partition().deleteSegment(18);

        crashAndOpenWithoutNotes();

        assertThat(log.logEndOffset()).isEqualTo(18);
    }

    @Test
    void flushThatBeganBeforeTheCutPromisesNothingOfWhatCameAfter() {
        append(4, 4);
        FlushPoint before = log.beginFlush();
        directory.truncate(PARTITION, 6);
        append(1, 5);

        before.force();

        assertThat(log.flushedOffset()).isEqualTo(6);
    }

    @Test
    void cutBelowTheLogStartIsRefused() {
        append(4, 4);
        log.deleteBefore(6);

        assertThatThrownBy(() -> directory.truncate(PARTITION, 5)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("cut at 5, log start is 6");
        assertThat(log.logEndOffset()).isEqualTo(8);
    }

    @Test
    void readerOfALogThatIsCutUnderItReadsWhatIsLeft() {
        append(3, 4);

        fixture.disk.failNextRead();
        assertThatThrownBy(() -> log.read(0, Long.MAX_VALUE, 1)).isInstanceOf(StorageException.class);
        directory.truncate(PARTITION, 2);

        assertThat(records(log.read(0, Long.MAX_VALUE, 1_000).batches())).hasSize(2);
    }

    private void append(int batches, int epoch) {
        for (int i = 0; i < batches; i++) log.append(BATCH, epoch);
    }

    private void crashAndOpen() {
        fixture.disk.crash(new Random(1));
        directory = new LogDirectory(fixture.disk.open(), false);
        log = directory.open(PARTITION, WITH_PEERS, false);
    }

    private void crashAndOpenWithoutNotes() {
        fixture.disk.crash(new Random(1));
        fixture.disk.removeState(PARTITION, "log");
        log = PartitionLog.open(fixture.partition(), WITH_PEERS, Optional.empty(), false);
    }
}
