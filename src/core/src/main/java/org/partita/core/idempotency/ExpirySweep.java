package org.partita.core.idempotency;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

import org.partita.core.execution.DeadlineQueue;
import org.partita.core.execution.Timers;

/** Frees the memory of expired entries also where no keyed message comes any more. Belongs to the loop of its table. */
public final class ExpirySweep {
    private static final long MIN_DELAY_MILLIS = 1_000;

    private final IdempotencyTable table;
    private final DeadlineQueue deadlines;
    private final Timers timers;
    private Optional<DeadlineQueue.Deadline> planned = Optional.empty();

    public ExpirySweep(IdempotencyTable table, DeadlineQueue deadlines, Timers timers) {
        this.table = requireNonNull(table, "table");
        this.deadlines = requireNonNull(deadlines, "deadlines");
        this.timers = requireNonNull(timers, "timers");
    }

    /** Sees to it that every entry there is now will be dropped. */
    public void plan() {
        if (planned.isPresent() || table.size() == 0) return;
        long delayMillis = Math.max(MIN_DELAY_MILLIS, table.untilNextExpiryMillis(timers.nowMillis()));
        planned = Optional.of(deadlines.add(delayMillis, () -> {
            planned = Optional.empty();
            table.dropExpired(timers.nowMillis());
            plan();
        }));
    }

    /** As {@link #plan}, after the window has changed. */
    public void planAnew() {
        planned.ifPresent(deadlines::remove);
        planned = Optional.empty();
        plan();
    }
}
