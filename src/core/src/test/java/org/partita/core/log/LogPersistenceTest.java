package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.partita.core.log.state.LogState;
import org.partita.storage.PartitionStore;

class LogPersistenceTest {
    private final PartitionStore store = new LogFixture().partition();

    /** A roll and a cut of the front in between would else have the log start before its first segment. */
    @Test
    void whatIsDurableIsAskedForAfterTheSegmentsThereAre() {
        List<String> asked = new ArrayList<>();
        Segment active = Segment.empty(store.createSegment(6));

        new LogPersistence(store, LogState.nothing(), true).persist(() -> {
            asked.add("segments");
            return LogSnapshot.of(List.of(active), 6);
        }, false, () -> {
            asked.add("durable");
            return active;
        });

        assertThat(asked).containsExactly("segments", "durable");
        assertThat(LogState.read(store).state()).isEqualTo(LogState.of(6, false, List.of()));
    }
}
