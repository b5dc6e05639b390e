package org.partita.core.execution;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.TreeMap;

/** The deadlines of one loop, behind a single timer. Belongs to that loop; actions run on it. */
public final class DeadlineQueue {
    private static final Timers.Cancellable NOTHING = () -> { };

    private final Timers timers;
    private final Loop loop;
    private final TreeMap<Deadline, Runnable> actions = new TreeMap<>();
    private long nextSequence;
    private Timers.Cancellable armed = NOTHING;
    private long armedForMillis = Long.MAX_VALUE;

    public DeadlineQueue(Timers timers, Loop loop) {
        this.timers = requireNonNull(timers, "timers");
        this.loop = requireNonNull(loop, "loop");
    }

    /** One entry; by time, then by order of arrival. */
    public record Deadline(long atMillis, long sequence) implements Comparable<Deadline> {
        @Override
        public int compareTo(Deadline other) {
            int byTime = Long.compare(atMillis, other.atMillis);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    public Deadline add(long delayMillis, Runnable action) {
        Deadline deadline = new Deadline(timers.nowMillis() + delayMillis, nextSequence++);
        actions.put(deadline, requireNonNull(action, "action"));
        arm();
        return deadline;
    }

    /** No effect if its action ran. */
    public void remove(Deadline deadline) {
        actions.remove(deadline);
    }

    /** Calls all off. */
    public void clear() {
        actions.clear();
        armed.cancel();
        armedForMillis = Long.MAX_VALUE;
    }

    private void arm() {
        if (actions.isEmpty() || actions.firstKey().atMillis() >= armedForMillis) return;
        armed.cancel();
        armedForMillis = Long.MAX_VALUE;
        long nextMillis = actions.firstKey().atMillis();
        armed = timers.schedule(Math.max(0, nextMillis - timers.nowMillis()), () -> loop.event(this::expire));
        armedForMillis = nextMillis;
    }

    /** An action that fails keeps none of the others from running: the timer is armed for them in any case. */
    private void expire() {
        armed.cancel();
        armedForMillis = Long.MAX_VALUE;
        long nowMillis = timers.nowMillis();
        try {
            while (!actions.isEmpty() && actions.firstKey().atMillis() <= nowMillis) {
                Map.Entry<Deadline, Runnable> due = actions.pollFirstEntry();
                due.getValue().run();
            }
        } finally {
            arm();
        }
    }
}
