package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.log.LogFixture.LEADER_EPOCH;
import static org.partita.core.log.LogFixture.PARTITION;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.storage.CorruptSegmentException;

/** What readers are told of a log that is damaged in the middle while it is open. */
class DamagedReadTest {
    private static final int LARGE = 1 << 20;
    private static final int BATCHES = 40;
    private static final int RECORDS = 2;
    private static final int DAMAGED = 21;
    private static final int LENGTH_POSITION = 8;

    private final LogFixture fixture = new LogFixture();
    private final List<Integer> positions = new ArrayList<>();
    private PartitionLog log;

    @BeforeEach
    void fill() {
        log = fixture.open(LARGE);
        for (int i = 0; i < BATCHES; i++) {
            positions.add((int) log.sizeBytes());
            log.append(SampleRecords.batchAt(i, RECORDS, 300), LEADER_EPOCH);
        }
    }

    private void overwrite(int batch, int at, byte[] bytes) {
        fixture.disk.overwrite(PARTITION, 0, positions.get(batch) + at, bytes);
    }

    private void overwriteOffset(int batch, long offset) {
        overwrite(batch, 0, ByteBuffer.allocate(Long.BYTES).putLong(offset).array());
    }

    private static long offset(int batch) {
        return (long) batch * RECORDS;
    }

    private List<Long> read(int fromBatch) {
        return log.read(offset(fromBatch), Long.MAX_VALUE, LARGE).batches().stream().map(RecordBatch::baseOffset)
            .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 40, 41, 43, 44, 60, 1_000_000, Long.MAX_VALUE - 10})
    void batchThatIsOutOfPlaceIsNeverServed(long wrongOffset) {
        overwriteOffset(DAMAGED, wrongOffset);

        for (int batch = 0; batch <= DAMAGED; batch++) assertReadStopsBefore(batch);
    }

    private void assertReadStopsBefore(int fromBatch) {
        if (fromBatch == DAMAGED) {
            assertThatThrownBy(() -> read(fromBatch)).isInstanceOf(CorruptSegmentException.class)
                .hasMessageContaining("segment 0 position " + positions.get(DAMAGED));
        } else {
            assertThat(read(fromBatch)).first().isEqualTo(offset(fromBatch));
            assertThat(read(fromBatch)).last().isEqualTo(offset(DAMAGED - 1));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 70, 77, 79, 80, Long.MAX_VALUE - 10})
    void lastBatchOutOfPlaceIsToldAndNotPassedOver(long wrongOffset) {
        overwriteOffset(BATCHES - 1, wrongOffset);

        assertThatThrownBy(() -> read(BATCHES - 1)).isInstanceOf(CorruptSegmentException.class)
            .hasMessageContaining("position " + positions.get(BATCHES - 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_000, Integer.MAX_VALUE, -1})
    void damageCostsNothingBeforeIt(int wrongLength) {
        overwrite(DAMAGED, LENGTH_POSITION, ByteBuffer.allocate(Integer.BYTES).putInt(wrongLength).array());

        for (int batch = 0; batch < DAMAGED; batch++) assertReadStopsBefore(batch);
    }

    @Test
    void behindTheNextIndexEntryReadingGoesOn() {
        overwriteOffset(DAMAGED, 0);

        assertThat(read(DAMAGED + 10)).first().isEqualTo(offset(DAMAGED + 10));
    }
}
