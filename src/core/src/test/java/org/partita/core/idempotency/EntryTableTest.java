package org.partita.core.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EntryTableTest {
    private static final Fingerprint CONTENT = new Fingerprint(3, 4);

    @Property(tries = 200)
    void tableFindsWhatAMapFinds(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int keys,
                                 @ForAll @IntRange(min = 300, max = 2_000) int lastNumber) {
        Random random = new Random(seed);
        EntryTable table = new EntryTable(lastNumber);
        Map<Stamp, Long> model = new HashMap<>();
        Deque<Stamp> order = new ArrayDeque<>();
        Deque<Long> offsets = new ArrayDeque<>();

        for (long offset = 0; offset < 3_000; offset++) {
            boolean full = order.size() == 250;
            if (full || !order.isEmpty() && random.nextInt(100) < (offset / 500 % 2 == 0 ? 30 : 70)) {
                table.dropOldest();
                model.remove(order.remove(), offsets.remove());
            } else {
                Stamp stamp = stamp(random.nextInt(keys), random.nextInt(5));
                table.add(stamp, offset, -offset, 7);
                model.put(stamp, offset);
                order.add(stamp);
                offsets.add(offset);
            }
            Stamp asked = stamp(random.nextInt(keys + 1), random.nextInt(5));
            assertThat(table.find(asked).map(KnownMessage::offset).orElse(-1L))
                .isEqualTo(model.getOrDefault(asked, -1L));
        }

        assertThat(table.count()).isEqualTo(order.size());
        model.forEach((stamp, offset) -> assertThat(table.find(stamp))
            .contains(new KnownMessage(CONTENT, offset, -offset)));
    }

    @Test
    void aMillionEntriesAreFoundAndLeaveInOrder() {
        EntryTable table = new EntryTable();
        Random random = new Random(1);
        for (int i = 0; i < 1_000_000; i++) table.add(new Stamp(key(random), i % 3, CONTENT, 0), i, i, i);

        Random again = new Random(1);
        for (int i = 0; i < 1_000_000; i++) {
            if (table.oldestAddedMillis() != i) throw new AssertionError("not in order: " + i);
            Stamp stamp = new Stamp(key(again), i % 3, CONTENT, 0);
            if (table.find(stamp).orElseThrow().offset() != i) throw new AssertionError("entry " + i);
            table.dropOldest();
            if (table.find(stamp).isPresent()) throw new AssertionError("entry " + i + " is still there");
        }

        assertThat(table.count()).isZero();
    }

    private static Fingerprint key(Random random) {
        return new Fingerprint(random.nextLong(), random.nextLong());
    }

    /** Few low halves, so that cells are contested. */
    private static Stamp stamp(int key, int index) {
        return new Stamp(new Fingerprint(key, key % 7), index, CONTENT, 0);
    }
}
