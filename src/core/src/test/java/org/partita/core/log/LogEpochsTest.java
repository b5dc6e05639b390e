package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.log.LogFixture.PARTITION;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.partita.core.log.state.EpochEnd;
import org.partita.core.log.state.SegmentSummary;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.storage.CorruptSegmentException;

class LogEpochsTest {
    private static final RecordBatch BATCH = SampleRecords.batch(2);
    private static final LogConfig THREE_BATCHES = new LogConfig(3 * BATCH.sizeBytes());

    private final LogFixture fixture = new LogFixture();

    @Test
    void epochEndsWhereTheNextOneBegins() {
        PartitionLog log = written(1, 1, 3, 3, 3, 7);

        assertThat(log.endOfEpoch(1)).isEqualTo(new EpochEnd(1, 4));
        assertThat(log.endOfEpoch(2)).isEqualTo(new EpochEnd(1, 4));
        assertThat(log.endOfEpoch(3)).isEqualTo(new EpochEnd(3, 10));
        assertThat(log.endOfEpoch(7)).isEqualTo(new EpochEnd(7, 12));
        assertThat(log.endOfEpoch(8)).isEqualTo(new EpochEnd(7, 12));
        assertThat(log.endOfEpoch(0)).isEqualTo(new EpochEnd(EpochEnd.NO_EPOCH, 0));
        assertThat(log.latestEpoch()).hasValue(7);
    }

    @Test
    void epochOfASegmentThatWasClosedBelowTheLogStartIsNotKnown() {
        PartitionLog log = written(1, 1, 1);
        log.deleteBefore(6);

        log.append(BATCH, 3);

        assertThat(log.endOfEpoch(1)).isEqualTo(new EpochEnd(EpochEnd.NO_EPOCH, 6));
        assertThat(log.endOfEpoch(3)).isEqualTo(new EpochEnd(3, 8));
    }

    @Test
    void emptyLogHasNoEpoch() {
        PartitionLog log = written();

        assertThat(log.endOfEpoch(5)).isEqualTo(new EpochEnd(EpochEnd.NO_EPOCH, 0));
        assertThat(log.latestEpoch()).isEmpty();
    }

    @Test
    void epochsAreKnownAgainWhetherTheyWereNotedOrNot() {
        PartitionLog log = written(1, 1, 3, 3, 3, 7, 8, 8);
        SegmentSummary checkpoint = log.persist();
        log.close();

        for (Optional<SegmentSummary> flushed : List.of(Optional.of(checkpoint),
                Optional.<SegmentSummary>empty())) {
            try (PartitionLog again = fixture.open(THREE_BATCHES, flushed)) {
                assertThat(again.endOfEpoch(3)).isEqualTo(new EpochEnd(3, 10));
                assertThat(again.endOfEpoch(7)).isEqualTo(new EpochEnd(7, 12));
            }
        }
        fixture.disk.removeState(PARTITION, "log");
        assertThat(fixture.open(THREE_BATCHES, Optional.of(checkpoint)).endOfEpoch(3)).isEqualTo(new EpochEnd(3, 10));
    }

    @Test
    void epochsGoWithTheirSegments() {
        PartitionLog log = written(1, 1, 3, 3, 3, 7, 8, 8);

        log.deleteBefore(9);

        assertThat(log.endOfEpoch(1)).isEqualTo(new EpochEnd(EpochEnd.NO_EPOCH, 9));
        assertThat(log.endOfEpoch(3)).isEqualTo(new EpochEnd(3, 10));
    }

    @Test
    void leaderOfAnOlderEpochDoesNotAppend() {
        PartitionLog log = written(3, 3, 3);

        assertThatThrownBy(() -> log.append(BATCH, 2)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("leaderEpoch 2, at least 3 expected");
        assertThat(log.logEndOffset()).isEqualTo(6);
    }

    @Test
    void epochThatFallsInTheMiddleOfASegmentIsDamage() {
        written(5, 5, 5, 5).close();
        fixture.overwrite(0, BATCH.sizeBytes() + 12, 4);

        assertThatThrownBy(() -> fixture.open(THREE_BATCHES, Optional.empty()))
            .isInstanceOf(CorruptSegmentException.class)
            .hasMessageContaining("leader epoch 4 found, at least 5 expected");
    }

    @Test
    void epochThatFallsFromOneSegmentToTheNextIsDamage() {
        written(5, 5, 5, 5).close();
        fixture.overwrite(6, 12, 4);

        assertThatThrownBy(() -> fixture.open(THREE_BATCHES, Optional.empty()))
            .isInstanceOf(CorruptSegmentException.class)
            .hasMessageContaining("segment 6 position 0: leader epoch 4 found, at least 5 expected");
    }

    private PartitionLog written(int... epochs) {
        PartitionLog log = fixture.open(THREE_BATCHES, Optional.empty());
        for (int epoch : epochs) log.append(BATCH, epoch);
        log.beginFlush().force();
        return log;
    }
}
