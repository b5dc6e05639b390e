package org.partita.web.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import org.partita.storage.PartitionId;

class ReadTurnsTest {
    private static final PartitionId PARTITION = new PartitionId(new UUID(1, 1), 0);
    private static final PartitionId OTHER = new PartitionId(new UUID(1, 1), 1);

    private final ReadTurns turns = new ReadTurns(2);
    private final List<Integer> begun = new ArrayList<>();

    @Test
    void turnsAreGivenInTheOrderInWhichTheyWereAskedFor() {
        for (int i = 0; i < 4; i++) take(PARTITION, i);
        assertThat(begun).containsExactly(0, 1);

        turns.done(PARTITION);
        assertThat(begun).containsExactly(0, 1, 2);
        for (int i = 0; i < 3; i++) turns.done(PARTITION);
        take(PARTITION, 4);
        take(PARTITION, 5);
        take(PARTITION, 6);
        assertThat(begun).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void partitionWhoseTurnsAreTakenKeepsNoOtherWaiting() {
        for (int i = 0; i < 4; i++) take(PARTITION, i);

        take(OTHER, 10);
        turns.done(OTHER);

        assertThat(begun).containsExactly(0, 1, 10);
    }

    @Test
    void whoHasLeftTheLineIsPassedOver() {
        take(PARTITION, 0);
        take(PARTITION, 1);
        Runnable gone = () -> begun.add(2);
        turns.take(PARTITION, gone);
        take(PARTITION, 3);

        turns.leave(PARTITION, gone);
        turns.leave(OTHER, gone);
        turns.done(PARTITION);

        assertThat(begun).containsExactly(0, 1, 3);
    }

    private void take(PartitionId partition, int number) {
        turns.take(partition, () -> begun.add(number));
    }
}
