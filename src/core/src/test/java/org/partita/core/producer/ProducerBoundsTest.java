package org.partita.core.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.partita.core.execution.Budget;
import org.partita.storage.PartitionId;

/** How many producers are remembered, and for how long. */
class ProducerBoundsTest {
    private static final PartitionId PARTITION = new PartitionId(new UUID(5, 6), 3);
    private static final long DAY_MILLIS = 86_400_000;
    private static final int GUARANTEED = ProducerLimits.GUARANTEED;

    private final Budget shared = new Budget(10);
    private long endOffset;

    private ProducerTable table(int perPartition) {
        return new ProducerTable(new ProducerLimits(perPartition, 100_000, DAY_MILLIS), shared);
    }

    private void append(ProducerTable table, long producerId, long nowMillis) {
        int next = table.find(producerId).map(entry -> entry.position().nextSequence()).orElse(0);
        table.recover(new Sent(producerId, 0, next, 1).headerAt(endOffset++, OptionalLong.empty()), nowMillis);
    }

    private static boolean knows(ProducerTable table, long producerId) {
        return table.find(producerId).isPresent();
    }

    @Test
    void oneThatIsIdleLongestGivesWay() {
        ProducerTable table = table(3);
        for (long producerId = 1; producerId <= 3; producerId++) append(table, producerId, 0);
        append(table, 1, 0);

        append(table, 4, 0);

        assertThat(table.size()).isEqualTo(3);
        assertThat(knows(table, 2)).isFalse();
        assertThat(knows(table, 1)).isTrue();
        append(table, 3, 0);
        append(table, 5, 0);
        assertThat(knows(table, 1)).isFalse();
        assertThat(knows(table, 3)).isTrue();
    }

    @Test
    void checkDoesNotMakeAProducerYounger() {
        ProducerTable table = table(2);
        append(table, 1, 0);
        append(table, 2, 0);
        table.begin(0).check(new Sent(1, 0, 0, 1).header());

        append(table, 3, 0);

        assertThat(knows(table, 1)).isFalse();
    }

    @Test
    void forgottenProducerIsTakenAtItsWord() {
        ProducerTable table = table(1);
        append(table, 1, 0);
        append(table, 2, 0);

        assertThat(table.begin(0).check(new Sent(1, 0, 17, 1).header())).isEqualTo(SequenceCheck.New.INSTANCE);
    }

    @Test
    void producerIsForgottenADayAfterItsLastAppend() {
        ProducerTable table = table(10);
        append(table, 1, 1_000);
        append(table, 2, 2_000);
        append(table, 1, 5_000);

        assertThat(table.untilNextExpiryMillis(5_000)).isEqualTo(DAY_MILLIS - 3_000);
        table.dropExpired(DAY_MILLIS + 1_999);
        assertThat(table.size()).isEqualTo(2);
        table.dropExpired(DAY_MILLIS + 2_000);
        assertThat(knows(table, 2)).isFalse();
        assertThat(table.begin(DAY_MILLIS + 4_999).check(new Sent(1, 0, 5, 1).header()))
            .isEqualTo(new SequenceCheck.OutOfOrder(2));
        assertThat(table.begin(DAY_MILLIS + 5_000).check(new Sent(1, 0, 5, 1).header()))
            .isEqualTo(SequenceCheck.New.INSTANCE);
        assertThat(table.size()).isZero();
        assertThat(table.untilNextExpiryMillis(0)).isEqualTo(DAY_MILLIS);
    }

    @Test
    void agesGoOnBehindASnapshot() {
        ProducerTable table = table(10);
        append(table, 1, 1_000);
        append(table, 2, 2_000);
        ProducerSnapshot snapshot = snapshot(table, 500_000, 3_000);

        ProducerTable restored = table(10);
        restored.restore(snapshot, 500_000 + DAY_MILLIS - 1_500, 70);

        assertThat(knows(restored, 1)).isFalse();
        assertThat(knows(restored, 2)).isTrue();
        assertThat(restored.untilNextExpiryMillis(70)).isEqualTo(500);
    }

    @Test
    void clockThatWasSetBackMakesNoProducerOlder() {
        ProducerTable table = table(10);
        append(table, 1, 1_000);
        ProducerSnapshot snapshot = snapshot(table, 500_000, 1_000);

        ProducerTable restored = table(10);
        restored.restore(snapshot, 3, 70);

        assertThat(restored.untilNextExpiryMillis(70)).isEqualTo(DAY_MILLIS);
    }

    @Test
    void whatIsFoundInTheLogIsTakenForYoung() {
        ProducerTable table = table(10);

        table.recover(new Sent(1, 0, 0, 1).headerAt(0, OptionalLong.of(12)), 900);

        assertThat(table.untilNextExpiryMillis(900)).isEqualTo(DAY_MILLIS);
    }

    @Test
    void partitionMayAlwaysRememberSomeAndMoreOnlyWhileTheBrokerHasRoom() {
        ProducerTable first = table(1_000);
        ProducerTable second = table(1_000);
        for (long producerId = 0; producerId < GUARANTEED + 7; producerId++) append(first, producerId, 0);
        assertThat(shared.used()).isEqualTo(7);

        for (long producerId = 0; producerId < 500; producerId++) append(second, producerId, 0);

        assertThat(second.size()).isEqualTo(GUARANTEED + 3);
        assertThat(knows(second, 499)).isTrue();
        assertThat(knows(second, 499 - GUARANTEED - 2)).isTrue();
        assertThat(shared.used()).isEqualTo(10);
        for (long producerId = 500; producerId < 600; producerId++) append(first, producerId, 0);
        assertThat(first.size()).isEqualTo(GUARANTEED + 7);
        assertThat(shared.used()).isEqualTo(10);
    }

    @Test
    void roomIsGivenBack() {
        ProducerTable expiring = table(1_000);
        ProducerTable cleared = table(1_000);
        for (long producerId = 0; producerId < GUARANTEED + 4; producerId++) {
            append(expiring, producerId, 0);
            append(cleared, producerId, 0);
        }
        assertThat(shared.used()).isEqualTo(8);

        expiring.dropExpired(DAY_MILLIS);
        cleared.clear();

        assertThat(shared.used()).isZero();
        assertThat(expiring.size() + cleared.size()).isZero();
    }

    @Test
    void snapshotOfMoreThanFitIsRestoredWithTheYoungest() {
        ProducerTable large = table(8);
        for (long producerId = 1; producerId <= 8; producerId++) append(large, producerId, producerId);

        ProducerTable small = table(3);
        small.restore(snapshot(large, 500, 10), 500, 10);

        assertThat(small.size()).isEqualTo(3);
        assertThat(knows(small, 6)).isTrue();
        assertThat(knows(small, 5)).isFalse();
    }

    @Test
    void onlyAnEmptyTableIsFilledFromASnapshot() {
        ProducerTable table = table(10);
        append(table, 1, 0);
        ProducerSnapshot snapshot = snapshot(table, 0, 0);

        assertThatThrownBy(() -> table.restore(snapshot, 0, 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void limitsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new ProducerLimits(0, 10, 1)).hasMessageContaining("perPartition 0");
        assertThatThrownBy(() -> new ProducerLimits(65_537, 100_000, 1)).hasMessageContaining("perPartition 65537");
        assertThatThrownBy(() -> new ProducerLimits(10, 9, 1)).hasMessageContaining("perBroker 9");
        assertThatThrownBy(() -> new ProducerLimits(10, 10, 0)).hasMessageContaining("expirationMillis 0");
    }

    private ProducerSnapshot snapshot(ProducerTable table, long wallMillis, long nowMillis) {
        return table.capture(PARTITION, endOffset, 1, wallMillis, nowMillis);
    }
}
