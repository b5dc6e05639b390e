package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.log.LogFixture.LEADER_EPOCH;

import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.partita.core.log.LogConfig.LostTail;
import org.partita.core.record.SampleRecords;
import org.partita.storage.StorageException;

/** When segments are closed and go for their age or size. */
class LogRetentionTest {
    private static final long NOW = 1_700_000_000_000L;
    private static final long RETENTION = 10_000;
    private static final long TEN_YEARS = 10L * 365 * 86_400_000;
    private static final int BATCH_BYTES = SampleRecords.batchAt(NOW, 1).sizeBytes();

    private final LogFixture fixture = new LogFixture();

    @Test
    void closedSegmentGoesWhenItsLargestTimeIsOldEnough() {
        PartitionLog log = open(5 * BATCH_BYTES, RETENTION);
        for (int i = 0; i < 12; i++) log.append(SampleRecords.batchAt(NOW + i, 1), LEADER_EPOCH);
        LogFixture.maintain(log, NOW + 12, log.logEndOffset());

        LogFixture.maintain(log, NOW + 4 + RETENTION - 1, log.logEndOffset());
        assertThat(log.logStartOffset()).isZero();
        LogFixture.maintain(log, NOW + 4 + RETENTION, log.logEndOffset());

        assertThat(log.logStartOffset()).isEqualTo(5);
        assertThatThrownBy(() -> log.read(4, Long.MAX_VALUE, 1)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThat(fixture.partition().segments()).containsExactly(0L, 5L, 10L);
        log.persist();
        assertThat(fixture.partition().segments()).containsExactly(5L, 10L);
    }

    @Test
    void b024RecordFromTheFutureDoesNotKeepItsSegment() {
        PartitionLog log = open(1000 * BATCH_BYTES, RETENTION);
        for (int i = 0; i < 1001; i++) {
            log.append(SampleRecords.batchAt(i == 500 ? NOW + TEN_YEARS : NOW, 1), LEADER_EPOCH);
        }
        LogFixture.maintain(log, NOW + 1, log.logEndOffset());

        LogFixture.maintain(log, NOW + RETENTION, log.logEndOffset());
        assertThat(log.logStartOffset()).isZero();
        LogFixture.maintain(log, NOW + 1 + RETENTION, log.logEndOffset());

        assertThat(log.logStartOffset()).isEqualTo(1001);
    }

    @Test
    void b024ClockThatWasADayAheadDoesNotKeepItsSegment() {
        long day = 86_400_000;
        PartitionLog log = open(BATCH_BYTES, RETENTION);
        log.append(SampleRecords.batchAt(NOW + day, 1), LEADER_EPOCH);
        log.append(SampleRecords.batchAt(NOW + day, 1), LEADER_EPOCH);
        LogFixture.maintain(log, NOW + day, log.logEndOffset());
        LogFixture.maintain(log, NOW, log.logEndOffset());

        LogFixture.maintain(log, NOW + RETENTION, log.logEndOffset());

        assertThat(log.logStartOffset()).isEqualTo(2);
    }

    @Test
    void b026IdleActiveSegmentIsClosedAndGoes() {
        PartitionLog log = open(1 << 20, RETENTION);
        log.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH);
        LogFixture.maintain(log, NOW + 100, log.logEndOffset());

        LogFixture.maintain(log, NOW + 100 + RETENTION, log.logEndOffset());
        log.persist();

        assertThat(log.logStartOffset()).isEqualTo(1);
        assertThat(log.logEndOffset()).isEqualTo(1);
        assertThat(fixture.partition().segments()).containsExactly(1L);
    }

    @Test
    void b020EmptyActiveSegmentIsNeverRolledOntoItself() {
        LogConfig config = config(1 << 20, RETENTION, 1_000);
        for (int restart = 0; restart < 3; restart++) {
            try (PartitionLog log = fixture.open(config, Optional.empty())) {
                for (int i = 0; i < 10; i++) {
                    LogFixture.maintain(log, NOW + restart * 10_000L + i * 1_000, log.logEndOffset());
                }
                log.persist();
            }
        }

        PartitionLog log = fixture.open(config, Optional.empty());
        assertThat(log.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH)).isEqualTo(new Appended(0, 0));
        assertThat(fixture.partition().segments()).containsExactly(0L);
    }

    @Test
    void segmentIsClosedAtItsAgeWhateverItsRecordsSay() {
        PartitionLog log = fixture.open(config(1 << 20, LogConfig.UNLIMITED, 1_000), Optional.empty());
        log.append(SampleRecords.batchAt(0, 1), LEADER_EPOCH);
        LogFixture.maintain(log, NOW, log.logEndOffset());

        LogFixture.maintain(log, NOW + 999, log.logEndOffset());
        assertThat(fixture.partition().segments()).containsExactly(0L);
        LogFixture.maintain(log, NOW + 1_000, log.logEndOffset());

        assertThat(fixture.partition().segments()).containsExactly(0L, 1L);
        assertThat(log.logStartOffset()).isZero();
    }

    @Test
    void oldRecordStaysInTheActiveSegmentForTheRetentionOfTheBroker() {
        PartitionLog log = open(1 << 20, RETENTION);
        log.append(SampleRecords.batchAt(NOW - TEN_YEARS, 1), LEADER_EPOCH);

        LogFixture.maintain(log, NOW, log.logEndOffset());
        LogFixture.maintain(log, NOW + RETENTION - 1, log.logEndOffset());

        assertThat(log.logStartOffset()).isZero();
    }

    @Test
    void ageSurvivesARestart() {
        LogConfig config = config(1 << 20, LogConfig.UNLIMITED, 1_000);
        PartitionLog before = fixture.open(config, Optional.empty());
        before.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH);
        LogFixture.maintain(before, NOW, before.logEndOffset());
        before.beginFlush().force();
        var flushed = before.persist();
        before.close();

        PartitionLog after = fixture.open(config, Optional.of(flushed));
        LogFixture.maintain(after, NOW + 1_000, after.logEndOffset());

        assertThat(fixture.partition().segments()).containsExactly(0L, 1L);
    }

    @Test
    void segmentsGoFromTheFrontAsLongAsEnoughIsLeft() {
        PartitionLog log = fixture.open(new LogConfig(2 * BATCH_BYTES, Long.MAX_VALUE, LogConfig.UNLIMITED,
            5L * BATCH_BYTES, 100, LostTail.CUT), Optional.empty());
        for (int i = 0; i < 10; i++) log.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH);

        LogFixture.maintain(log, NOW, log.logEndOffset());

        assertThat(log.logStartOffset()).isEqualTo(4);
        assertThat(log.sizeBytes()).isEqualTo(6L * BATCH_BYTES);
    }

    @Test
    void nothingGoesAboveTheLimit() {
        PartitionLog log = open(2 * BATCH_BYTES, 1);
        for (int i = 0; i < 7; i++) log.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH);
        LogFixture.maintain(log, NOW + 1, 0);

        LogFixture.maintain(log, NOW + 100, 5);

        assertThat(log.logStartOffset()).isEqualTo(4);
    }

    @Test
    void segmentThatACrashKeptFromBeingDeletedIsDeletedByTheNextOpening() {
        PartitionLog log = open(2 * BATCH_BYTES, 1);
        for (int i = 0; i < 5; i++) log.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH);
        log.beginFlush().force();
        LogFixture.maintain(log, NOW + 1, 0);
        LogFixture.maintain(log, NOW + 100, 4);
        log.persist();
        fixture.disk.crash();
        fixture.write(2, SampleRecords.batchAt(NOW, 2).placedAt(2, LEADER_EPOCH).bytes());

        PartitionLog after = open(2 * BATCH_BYTES, 1);

        assertThat(after.logStartOffset()).isEqualTo(4);
        assertThat(after.logEndOffset()).isEqualTo(5);
        assertThat(fixture.partition().segments()).doesNotContain(2L);
    }

    @Test
    void stateThatCannotBeWrittenKeepsTheFilesForTheNextTry() {
        PartitionLog log = open(2 * BATCH_BYTES, 1);
        for (int i = 0; i < 5; i++) log.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH);
        log.persist();
        LogFixture.maintain(log, NOW + 1, 0);
        LogFixture.maintain(log, NOW + 100, 4);
        fixture.disk.failNextStateWrite();

        assertThatThrownBy(log::persist).isInstanceOf(StorageException.class);

        assertThat(fixture.partition().segments()).contains(0L, 2L, 4L);
        log.persist();
        assertThat(fixture.partition().segments()).doesNotContain(0L, 2L);
    }

    @Test
    void b029DeletedFrontOfALogFreesItsDiskWhateverItsRetention() {
        PartitionLog log = open(2 * BATCH_BYTES, LogConfig.UNLIMITED);
        for (int i = 0; i < 6; i++) log.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH);
        log.beginFlush().force();

        log.deleteBefore(3);
        LogFixture.maintain(log, NOW, log.logEndOffset());
        log.persist();

        assertThat(fixture.partition().segments()).containsExactly(2L, 4L);
        assertThat(log.logStartOffset()).isEqualTo(3);
        assertThatThrownBy(() -> log.read(2, Long.MAX_VALUE, 1)).isInstanceOf(OffsetOutOfRangeException.class)
            .extracting("logStartOffset").isEqualTo(3L);
        fixture.disk.crash();
        assertThat(open(2 * BATCH_BYTES, LogConfig.UNLIMITED).logStartOffset()).isEqualTo(3);
    }

    @Test
    void b029ActiveSegmentThatWasDeletedWhollyGoesToo() {
        PartitionLog log = open(10 * BATCH_BYTES, LogConfig.UNLIMITED);
        for (int i = 0; i < 6; i++) log.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH);
        log.beginFlush().force();

        log.deleteBefore(6);
        LogFixture.maintain(log, NOW, log.logEndOffset());
        log.persist();

        assertThat(fixture.partition().segments()).containsExactly(6L);
        assertThat(log.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH).baseOffset()).isEqualTo(6);
    }

    @Test
    void whatIsDeletedAndStillNeededStaysOverARestart() {
        PartitionLog log = open(2 * BATCH_BYTES, LogConfig.UNLIMITED);
        for (int i = 0; i < 6; i++) log.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH);
        log.beginFlush().force();
        log.deleteBefore(6);
        LogFixture.maintain(log, NOW, 3);
        log.persist();
        log.close();

        log = open(2 * BATCH_BYTES, LogConfig.UNLIMITED);

        assertThat(log.logStartOffset()).isEqualTo(6);
        assertThat(log.stored().firstOffset()).isEqualTo(2);
        assertThat(log.stored().read(2, Integer.MAX_VALUE)).hasSize(4);
        LogFixture.maintain(log, NOW, log.logEndOffset());
        log.persist();
        assertThat(fixture.partition().segments()).containsExactly(6L);
    }

    /** It was the active one when the start was noted, so that does not tell of it. */
    @Test
    void segmentThatWasClosedBelowTheStartStaysOverAKill() {
        PartitionLog log = open(10 * BATCH_BYTES, LogConfig.UNLIMITED);
        for (int i = 0; i < 6; i++) log.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH);
        log.beginFlush().force();
        log.deleteBefore(6);
        log.persist();
        LogFixture.maintain(log, NOW, 0);
        log.close();

        log = open(10 * BATCH_BYTES, LogConfig.UNLIMITED);

        assertThat(fixture.partition().segments()).containsExactly(0L, 6L);
        assertThat(log.stored().read(0, Integer.MAX_VALUE)).hasSize(6);
    }

    @Test
    void logIsNotDeletedBeyondItsEndAndNeverStartsEarlierAgain() {
        PartitionLog log = open(2 * BATCH_BYTES, LogConfig.UNLIMITED);
        for (int i = 0; i < 6; i++) log.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH);

        assertThatThrownBy(() -> log.deleteBefore(7)).isInstanceOf(OffsetOutOfRangeException.class);
        log.deleteBefore(4);
        log.deleteBefore(1);

        assertThat(log.logStartOffset()).isEqualTo(4);
    }

    @Test
    void startIsNotNotedBeyondWhatIsDurable() {
        PartitionLog log = open(10 * BATCH_BYTES, LogConfig.UNLIMITED);
        log.append(SampleRecords.batchAt(NOW, 1), LEADER_EPOCH);
        log.deleteBefore(1);
        log.persist();

        fixture.disk.crash();

        PartitionLog again = open(10 * BATCH_BYTES, LogConfig.UNLIMITED);
        assertThat(again.logStartOffset()).isEqualTo(again.logEndOffset()).isZero();
    }

    private PartitionLog open(int segmentBytes, long retentionMillis) {
        return fixture.open(config(segmentBytes, retentionMillis, Long.MAX_VALUE), Optional.empty());
    }

    private static LogConfig config(int segmentBytes, long retentionMillis, long segmentMillis) {
        return new LogConfig(segmentBytes, segmentMillis, retentionMillis, LogConfig.UNLIMITED, 100, LostTail.CUT);
    }
}
