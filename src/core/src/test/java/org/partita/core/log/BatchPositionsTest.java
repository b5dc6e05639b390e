package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BatchPositionsTest {
    @Test
    void positionIsOfTheLastEntryAtOrBeforeTheOffset() {
        BatchPositions positions = BatchPositions.EMPTY.plus(0, 0).plus(10, 5000).plus(20, 10_000);

        assertThat(positions.floor(0)).isZero();
        assertThat(positions.floor(9)).isZero();
        assertThat(positions.floor(10)).isEqualTo(5000);
        assertThat(positions.floor(19)).isEqualTo(5000);
        assertThat(positions.floor(Integer.MAX_VALUE)).isEqualTo(10_000);
        assertThat(BatchPositions.EMPTY.floor(3)).isZero();
    }

    @Test
    void thereIsAboutOneEntryAnInterval() {
        BatchPositions positions = BatchPositions.EMPTY;
        for (int i = 0; i < 10_000; i++) {
            positions = positions.plus(i, i * 100);
        }

        assertThat(positions.count()).isBetween(200, 10_000 * 100 / BatchPositions.INTERVAL_BYTES + 1);
    }

    @Test
    void olderVersionDoesNotSeeLaterEntries() {
        BatchPositions older = BatchPositions.EMPTY.plus(0, 0).plus(10, 5000);
        BatchPositions newer = older.plus(20, 10_000);

        assertThat(older.floor(20)).isEqualTo(5000);
        assertThat(newer.floor(20)).isEqualTo(10_000);
    }
}
