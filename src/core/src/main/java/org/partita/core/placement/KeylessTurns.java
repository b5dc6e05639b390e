package org.partita.core.placement;

import static java.util.Objects.requireNonNull;

import java.util.function.IntSupplier;

/** Whose turn it is to take messages without a key: one partition for all those of a request, then the next one. */
public final class KeylessTurns {
    private final IntSupplier counter;

    /** @param counter the number of the request; may wrap around, thread-safe if this is shared */
    public KeylessTurns(IntSupplier counter) {
        this.counter = requireNonNull(counter, "counter");
    }

    /** @return 0 to {@code partitions - 1} */
    public int next(int partitions) {
        return Math.floorMod(counter.getAsInt(), partitions);
    }
}
