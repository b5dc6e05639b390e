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
import org.partita.core.record.SampleRecords;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.IndexKind;

/** What a reader costs that asks again and again for what is damaged. */
class DamagePollTest {
    private static final int MIB = 1 << 20;
    private static final int BATCHES = 64;
    private static final int DAMAGED = 60;

    private final LogFixture fixture = new LogFixture();
    private final List<Integer> positions = new ArrayList<>();
    private PartitionLog log;

    @BeforeEach
    void fillFourMebibytes() {
        log = fixture.open(4 * MIB + MIB / 2);
        for (int i = 0; i < BATCHES; i++) {
            positions.add((int) log.sizeBytes());
            log.append(SampleRecords.batchAt(i, 1, 64 << 10), LEADER_EPOCH);
        }
    }

    @Test
    void damageThatIsMetAgainIsNotSearchedForAgain() {
        overwriteOffset(DAMAGED, 7);

        long first = bytesReadBy(() -> assertDamageIsMetAt(DAMAGED, DAMAGED));
        long second = bytesReadBy(() -> assertDamageIsMetAt(DAMAGED, DAMAGED));

        assertThat(first).isGreaterThan(3 * MIB);
        assertThat(second).isLessThan(MIB);
    }

    @Test
    void damageThatIsMetAgainInAGrowingSegmentIsNotSearchedForAgain() {
        overwriteOffset(DAMAGED, 7);
        assertDamageIsMetAt(DAMAGED, DAMAGED);

        log.append(SampleRecords.batchAt(BATCHES, 1, 100), LEADER_EPOCH);
        long again = bytesReadBy(() -> assertDamageIsMetAt(DAMAGED, DAMAGED));

        assertThat(again).isLessThan(MIB);
    }

    @Test
    void damageThatCameLaterIsTold() {
        overwriteOffset(DAMAGED, 7);
        assertDamageIsMetAt(DAMAGED, DAMAGED);

        overwriteOffset(20, 7);

        assertDamageIsMetAt(20, 20);
    }

    @Test
    void damageBehindOneThatWasMendedIsTold() {
        overwriteOffset(20, 7);
        assertDamageIsMetAt(20, 20);

        overwriteOffset(20, 20);
        overwriteOffset(DAMAGED, 7);

        assertDamageIsMetAt(DAMAGED, DAMAGED);
        assertThat(log.read(20, 21, MIB).batches()).hasSize(1);
    }

    @Test
    void cutBelowDamageForgetsIt() {
        overwriteOffset(DAMAGED, 7);
        assertDamageIsMetAt(DAMAGED, DAMAGED);

        log.truncate(DAMAGED);
        log.append(SampleRecords.batchAt(DAMAGED, 1, 64 << 10), LEADER_EPOCH);

        assertThat(log.read(DAMAGED, Long.MAX_VALUE, MIB).batches()).hasSize(1);
        overwriteOffset(DAMAGED, 7);
        assertDamageIsMetAt(DAMAGED, DAMAGED);
    }

    @Test
    void indexOfADamagedSegmentIsNotMadeAgainAtEachRead() {
        while (fixture.partition().segments().size() == 1) {
            log.append(SampleRecords.batchAt(BATCHES, 1, 64 << 10), LEADER_EPOCH);
        }
        log.persist();
        overwriteOffset(DAMAGED, 7);
        fixture.removeIndex(0, IndexKind.OFFSETS);

        long first = bytesReadBy(() -> assertDamageIsMetAt(DAMAGED, 30));
        long second = bytesReadBy(() -> assertDamageIsMetAt(DAMAGED, 30));

        assertThat(first).isGreaterThan(3 * MIB);
        assertThat(second).isLessThan(MIB);
    }

    private void assertDamageIsMetAt(int batch, int fromBatch) {
        assertThatThrownBy(() -> log.read(fromBatch, Long.MAX_VALUE, MIB)).isInstanceOf(CorruptSegmentException.class)
            .hasMessageContaining("segment 0 position " + positions.get(batch) + ":");
    }

    private void overwriteOffset(int batch, long offset) {
        fixture.disk.overwrite(PARTITION, 0, positions.get(batch),
            ByteBuffer.allocate(Long.BYTES).putLong(offset).array());
    }

    private long bytesReadBy(Runnable reading) {
        long before = fixture.disk.readBytes();
        reading.run();
        return fixture.disk.readBytes() - before;
    }
}
