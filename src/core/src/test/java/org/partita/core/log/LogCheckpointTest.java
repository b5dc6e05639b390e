package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.log.LogFixture.LEADER_EPOCH;
import static org.partita.core.log.LogFixture.readAll;
import static org.partita.core.log.LogFixture.records;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.log.LogConfig.LostTail;
import org.partita.core.log.state.RecoveryReport;
import org.partita.core.log.state.RecoveryReport.TailCut;
import org.partita.core.log.state.SegmentSummary;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.storage.CorruptSegmentException;

/** Opening a log of which it is known how far it was durable. */
class LogCheckpointTest {
    private static final RecordBatch BATCH = SampleRecords.batch(2);
    private static final int BATCH_BYTES = BATCH.sizeBytes();
    private static final LogConfig SMALL = new LogConfig(10 * BATCH_BYTES);
    private static final LogConfig WITH_PEERS = new LogConfig(10 * BATCH_BYTES, Long.MAX_VALUE, LogConfig.UNLIMITED,
        LogConfig.UNLIMITED, 100, LostTail.REFUSE);

    private final LogFixture fixture = new LogFixture();

    @Test
    void cleanLogIsOpenedWithoutReadingItAgain() {
        SegmentSummary flushed = written(35, 0);
        fixture.overwrite(0, 65, 0x55555555);
        fixture.overwrite(60, BATCH_BYTES + 65, 0x55555555);

        PartitionLog log = fixture.open(SMALL, Optional.of(flushed));

        assertThat(log.recovery()).isEqualTo(new RecoveryReport(4, 0, 70, 0, false, TailCut.NONE));
        assertThat(log.sizeBytes()).isEqualTo(35L * BATCH_BYTES);
        assertThat(log.append(BATCH, LEADER_EPOCH)).isEqualTo(new Appended(70, 71));
        assertThatThrownBy(() -> log.read(0, Long.MAX_VALUE, 1)).isInstanceOf(CorruptSegmentException.class);
        assertThat(log.read(20, 60, Integer.MAX_VALUE).batches()).hasSize(20);
    }

    @Test
    void onlyWhatWasAppendedBehindTheCheckpointIsRead() {
        SegmentSummary flushed = written(33, 2);

        PartitionLog log = fixture.open(SMALL, Optional.of(flushed));

        assertThat(log.recovery()).isEqualTo(new RecoveryReport(4, 2L * BATCH_BYTES, 70, 0, false, TailCut.NONE));
        assertThat(records(readAll(log))).hasSize(70);
    }

    @Test
    void segmentClosedSinceTheCheckpointIsReadFromThere() {
        SegmentSummary flushed = written(37, 5);

        PartitionLog log = fixture.open(SMALL, Optional.of(flushed));

        assertThat(log.recovery()).isEqualTo(new RecoveryReport(5, 5L * BATCH_BYTES, 84, 0, false, TailCut.NONE));
        assertThat(records(readAll(log))).hasSize(84);
    }

    @Test
    void b003HalfARecordBehindACleanEndIsCut() {
        SegmentSummary flushed = written(5, 0);
        fixture.write(0, BATCH.placedAt(10, LEADER_EPOCH).bytes().limit(BATCH_BYTES / 2));

        PartitionLog log = fixture.open(WITH_PEERS, Optional.of(flushed));

        assertThat(log.recovery().cut().positionBytes()).isEqualTo(5L * BATCH_BYTES);
        assertThat(log.recovery().bytesCut()).isEqualTo(BATCH_BYTES / 2);
        assertThat(records(readAll(log))).hasSize(10);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x7FFFFFFF, 0xFFFFFFFF, 0})
    void b002DamagedLengthBehindTheCheckpointIsCut(int length) {
        SegmentSummary flushed = written(5, 3);
        fixture.overwrite(0, 6 * BATCH_BYTES + 8, length);

        PartitionLog log = fixture.open(WITH_PEERS, Optional.of(flushed));

        assertThat(log.logEndOffset()).isEqualTo(12);
        assertThat(log.recovery().lostOffsets()).isZero();
        assertThat(log.recovery().bytesCut()).isEqualTo(2L * BATCH_BYTES);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x7FFFFFFF, 0xFFFFFFFF, 0})
    void b002DurableEndThatIsDamagedIsCutFromTheOnlyCopyAndReported(int length) {
        SegmentSummary flushed = written(5, 0);
        fixture.overwrite(0, 4 * BATCH_BYTES + 8, length);

        PartitionLog log = fixture.open(SMALL, Optional.of(flushed));

        assertThat(log.logEndOffset()).isEqualTo(8);
        assertThat(log.recovery().lostOffsets()).isEqualTo(2);
        assertThat(log.append(BATCH, LEADER_EPOCH)).isEqualTo(new Appended(8, 9));
    }

    @Test
    void durableEndThatIsDamagedIsRefusedWhereOthersHoldCopies() {
        SegmentSummary flushed = written(5, 0);
        fixture.overwrite(0, 4 * BATCH_BYTES + 65, 0x55555555);

        assertThatThrownBy(() -> fixture.open(WITH_PEERS, Optional.of(flushed)))
            .isInstanceOf(CorruptSegmentException.class).hasMessageContaining("position " + 4 * BATCH_BYTES)
            .hasMessageContaining("crc");

        assertThat(fixture.partition().openSegment(0).sizeBytes()).isEqualTo(5L * BATCH_BYTES);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 65})
    void damageOfTheLastBatchTheCheckpointKnowsIsNotCutIfMoreFollows(int position) {
        SegmentSummary flushed = written(3, 2);
        fixture.overwrite(0, 2 * BATCH_BYTES + position, 0x55555555);

        assertThatThrownBy(() -> fixture.open(SMALL, Optional.of(flushed)))
            .isInstanceOf(CorruptSegmentException.class).hasMessageContaining("position " + 2 * BATCH_BYTES);

        assertThat(fixture.partition().openSegment(0).sizeBytes()).isEqualTo(5L * BATCH_BYTES);
    }

    @Test
    void damageBeforeTheCheckpointThatIsNotTheEndIsNeverCut() {
        SegmentSummary flushed = written(5, 0);
        fixture.overwrite(0, 2 * BATCH_BYTES + 8, 0x7FFFFFFF);
        fixture.overwrite(0, 4 * BATCH_BYTES + 65, 0x55555555);

        assertThatThrownBy(() -> fixture.open(SMALL, Optional.of(flushed)))
            .isInstanceOf(CorruptSegmentException.class).hasMessageContaining("position " + 2 * BATCH_BYTES);

        assertThat(fixture.partition().openSegment(0).sizeBytes()).isEqualTo(5L * BATCH_BYTES);
    }

    @Test
    void b006EmptiedNewestSegmentGoesOnAtItsBaseOffset() {
        SegmentSummary flushed = written(15, 0);
        fixture.cut(20, 0);

        PartitionLog log = fixture.open(SMALL, Optional.of(flushed));

        assertThat(log.recovery().lostOffsets()).isEqualTo(10);
        assertThat(log.append(BATCH, LEADER_EPOCH)).isEqualTo(new Appended(20, 21));
        assertThatThrownBy(() -> new LogFixture().open(WITH_PEERS, Optional.of(flushed)))
            .isInstanceOf(CorruptSegmentException.class).hasMessageContaining("were durable and are gone");
    }

    @Test
    void b006ExtraEmptySegmentAtTheEndIsLegal() {
        SegmentSummary flushed = written(15, 0);
        fixture.partition().createSegment(30).close();

        PartitionLog log = fixture.open(WITH_PEERS, Optional.of(flushed));

        assertThat(log.recovery().lostOffsets()).isZero();
        assertThat(log.append(BATCH, LEADER_EPOCH)).isEqualTo(new Appended(30, 31));
        assertThat(records(readAll(log))).hasSize(32);
    }

    @Test
    void missingNewestSegmentIsReported() {
        SegmentSummary flushed = written(15, 0);
        fixture.partition().deleteSegment(20);

        assertThatThrownBy(() -> fixture.open(WITH_PEERS, Optional.of(flushed)))
            .isInstanceOf(CorruptSegmentException.class);
        PartitionLog log = fixture.open(SMALL, Optional.of(flushed));
        assertThat(log.recovery().lostOffsets()).isEqualTo(10);
        assertThat(log.append(BATCH, LEADER_EPOCH)).isEqualTo(new Appended(20, 21));
    }

    @Test
    void missingNewestSegmentIsReportedWithoutTheCheckpointToo() {
        written(35, 0);
        fixture.partition().deleteSegment(60);

        assertThatThrownBy(() -> fixture.open(WITH_PEERS, Optional.empty())).isInstanceOf(CorruptSegmentException.class)
            .hasMessageContaining("segment 60 expected");
        PartitionLog log = fixture.open(SMALL, Optional.empty());

        assertThat(log.recovery()).isEqualTo(new RecoveryReport(3, 0, 60, 0, true, TailCut.NONE));
        assertThat(log.append(BATCH, LEADER_EPOCH)).isEqualTo(new Appended(60, 61));
        assertThat(records(readAll(log))).hasSize(62);
    }

    @Test
    void whatWasClosedCountsAsLostWithoutTheCheckpointToo() {
        written(35, 0);
        fixture.partition().deleteSegment(60);
        fixture.partition().deleteSegment(40);

        assertThatThrownBy(() -> fixture.open(WITH_PEERS, Optional.empty())).isInstanceOf(CorruptSegmentException.class)
            .hasMessageContaining("20 offsets from 40 on were durable");
        PartitionLog log = fixture.open(SMALL, Optional.empty());

        assertThat(log.recovery()).isEqualTo(new RecoveryReport(2, 0, 40, 20, true, TailCut.NONE));
    }

    @Test
    void segmentThatBecomesTheLastOneAgainIsNotNotedAsClosed() {
        SegmentSummary flushed = written(35, 0);
        fixture.partition().deleteSegment(60);
        try (PartitionLog log = fixture.open(new LogConfig(20 * BATCH_BYTES), Optional.of(flushed))) {
            for (int i = 0; i < 15; i++) log.append(BATCH, LEADER_EPOCH);
            log.beginFlush().force();
        }

        PartitionLog again = fixture.open(SMALL, Optional.empty());

        assertThat(again.recovery().lastSegmentMissing()).isFalse();
        assertThat(records(readAll(again))).hasSize(90);
    }

    @Test
    void damageInAClosedSegmentThatBecameTheLastOneIsNotCutIfMoreFollows() {
        written(35, 0);
        fixture.partition().deleteSegment(60);
        fixture.overwrite(40, 9 * BATCH_BYTES + 65, 0x55555555);
        fixture.overwrite(40, 5 * BATCH_BYTES + 65, 0x55555555);

        assertThatThrownBy(() -> fixture.open(SMALL, Optional.empty())).isInstanceOf(CorruptSegmentException.class)
            .hasMessageContaining("segment 40 position " + 5 * BATCH_BYTES);
    }

    @Test
    void closedSegmentOfAnotherSizeIsDamage() {
        SegmentSummary flushed = written(25, 0);
        fixture.cut(20, 9L * BATCH_BYTES);

        assertThatThrownBy(() -> fixture.open(SMALL, Optional.of(flushed)))
            .isInstanceOf(CorruptSegmentException.class).hasMessageContaining("segment 20")
            .hasMessageContaining("bytes found");
    }

    @Test
    void missingFirstSegmentIsDamage() {
        SegmentSummary flushed = written(25, 0);
        fixture.partition().deleteSegment(0);

        assertThatThrownBy(() -> fixture.open(SMALL, Optional.of(flushed)))
            .isInstanceOf(CorruptSegmentException.class).hasMessageContaining("log start 0 expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"emptied", "half", "random", "missing"})
    void b014StateThatIsDamagedIsMadeAgainFromTheLog(String damage) {
        SegmentSummary flushed = written(25, 0);
        ByteBuffer state = fixture.partition().readState("log").orElseThrow();
        byte[] bytes = new byte[state.remaining()];
        new SplittableRandom(1).nextBytes(bytes);
        if (damage.equals("emptied")) fixture.partition().writeState("log", ByteBuffer.allocate(0));
        if (damage.equals("half")) fixture.partition().writeState("log", state.limit(bytes.length / 2));
        if (damage.equals("random")) fixture.partition().writeState("log", ByteBuffer.wrap(bytes));
        if (damage.equals("missing")) fixture.disk.removeState(LogFixture.PARTITION, "log");

        PartitionLog log = fixture.open(SMALL, Optional.of(flushed));

        assertThat(log.recovery()).isEqualTo(new RecoveryReport(3, 20L * BATCH_BYTES, 50, 0, false, TailCut.NONE));
        assertThat(records(readAll(log))).hasSize(50);
        SegmentSummary again = log.persist();
        log.close();
        assertThat(fixture.open(SMALL, Optional.of(again)).recovery().bytesScanned()).isZero();
    }

    @Test
    void checkpointOfADirectoryIsKeptForLogsThatCannotBeOpened() {
        LogDirectory first = new LogDirectory(fixture.disk.open(), false);
        PartitionLog log = first.open(LogFixture.PARTITION, SMALL, false);
        for (int i = 0; i < 5; i++) log.append(BATCH, LEADER_EPOCH);
        log.beginFlush().force();
        log.close();
        first.persist(LogFixture.PARTITION, () -> { });
        first.writeCheckpoint();
        fixture.cut(0, BATCH_BYTES);

        LogDirectory second = new LogDirectory(fixture.disk.open(), false);
        assertThatThrownBy(() -> second.open(LogFixture.PARTITION, WITH_PEERS, false))
            .isInstanceOf(CorruptSegmentException.class);
        second.persist(LogFixture.PARTITION, () -> { });
        second.writeCheckpoint();

        LogDirectory third = new LogDirectory(fixture.disk.open(), false);
        assertThatThrownBy(() -> third.open(LogFixture.PARTITION, WITH_PEERS, false))
            .isInstanceOf(CorruptSegmentException.class).hasMessageContaining("8 offsets from 2 on");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 30, 60})
    void b014CheckpointThatIsDamagedCostsOnlyTime(int sizeBytes) {
        LogDirectory directory = new LogDirectory(fixture.disk.open(), false);
        PartitionLog log = directory.open(LogFixture.PARTITION, SMALL, false);
        for (int i = 0; i < 15; i++) log.append(BATCH, LEADER_EPOCH);
        log.beginFlush().force();
        log.close();
        directory.persist(LogFixture.PARTITION, () -> { });
        directory.writeCheckpoint();
        ByteBuffer state = fixture.disk.open().readState("flushed").orElseThrow();
        fixture.disk.open().writeState("flushed", state.limit(sizeBytes));

        PartitionLog again = new LogDirectory(fixture.disk.open(), false).open(LogFixture.PARTITION, SMALL, false);

        assertThat(again.recovery()).isEqualTo(new RecoveryReport(2, 5L * BATCH_BYTES, 30, 0, false, TailCut.NONE));
    }

    @Test
    void forgottenTopicIsNotWrittenToAnyMore() {
        LogDirectory directory = new LogDirectory(fixture.disk.open(), false);
        directory.open(LogFixture.PARTITION, SMALL, false).close();
        directory.persist(LogFixture.PARTITION, () -> { });
        directory.writeCheckpoint();

        directory.forget(LogFixture.PARTITION.topicId());
        fixture.disk.open().deletePartition(LogFixture.PARTITION);
        directory.persist(LogFixture.PARTITION, () -> { });
        directory.persist(LogFixture.PARTITION, () -> { });
        directory.writeCheckpoint();

        assertThat(fixture.disk.open().partitions()).isEqualTo(List.of());
    }

    /** Batches that are durable and noted, then some that are durable only, and the log closed. */
    private SegmentSummary written(int noted, int behind) {
        try (PartitionLog log = fixture.open(SMALL, Optional.empty())) {
            for (int i = 0; i < noted; i++) log.append(BATCH, LEADER_EPOCH);
            log.beginFlush().force();
            SegmentSummary flushed = log.persist();
            for (int i = 0; i < behind; i++) log.append(BATCH, LEADER_EPOCH);
            log.beginFlush().force();
            return flushed;
        }
    }
}
