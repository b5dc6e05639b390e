package org.partita.core.append;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

import org.partita.core.execution.DeadlineQueue;
import org.partita.core.execution.Timers;

/** Frees the memory of expired entries also where nobody publishes any more. Belongs to the loop of its log. */
public final class ExpirySweep {
    private static final long MIN_DELAY_MILLIS = 1_000;

    private final LogMemory memory;
    private final DeadlineQueue deadlines;
    private final Timers timers;
    private Optional<DeadlineQueue.Deadline> planned = Optional.empty();
    private long plannedAtMillis;

    public ExpirySweep(LogMemory memory, DeadlineQueue deadlines, Timers timers) {
        this.memory = requireNonNull(memory, "memory");
        this.deadlines = requireNonNull(deadlines, "deadlines");
        this.timers = requireNonNull(timers, "timers");
    }

    /** Sees to it that every entry there is now will be dropped. */
    public void plan() {
        if (memory.isEmpty()) return;
        long nowMillis = timers.nowMillis();
        long delayMillis = Math.max(MIN_DELAY_MILLIS, memory.untilNextExpiryMillis(nowMillis));
        if (planned.isPresent() && plannedAtMillis <= nowMillis + delayMillis) return;
        planned.ifPresent(deadlines::remove);
        plannedAtMillis = nowMillis + delayMillis;
        planned = Optional.of(deadlines.add(delayMillis, () -> {
            planned = Optional.empty();
            memory.dropExpired(timers.nowMillis());
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
