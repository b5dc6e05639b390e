package org.partita.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

class KeylessTurnsTest {
    @Test
    void requestsTakeTurns() {
        KeylessTurns turns = new KeylessTurns(new AtomicInteger(1)::getAndIncrement);

        List<Integer> chosen = Stream.generate(() -> turns.next(3)).limit(5).toList();

        assertThat(chosen).containsExactly(1, 2, 0, 1, 2);
    }

    @Test
    void counterThatWrapsAroundStaysInRange() {
        KeylessTurns turns = new KeylessTurns(new AtomicInteger(Integer.MAX_VALUE)::getAndIncrement);

        List<Integer> chosen = Stream.generate(() -> turns.next(7)).limit(20).toList();

        assertThat(chosen).allMatch(partition -> partition >= 0 && partition < 7);
    }
}
