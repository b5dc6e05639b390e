package org.partita.core.replication;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.partita.core.execution.Budget;
import org.partita.core.execution.DeadlineQueue;
import org.partita.core.execution.Timers;

/** The long polls of one partition, in order of arrival, each with what it has seen. Belongs to the loop. */
final class WaitingFetches {
    private final Budget budget;
    private final Timers timers;
    private final DeadlineQueue deadlines;
    private final Map<PendingFetch, Long> seenWatermarks = new LinkedHashMap<>();

    WaitingFetches(Budget budget, Timers timers, DeadlineQueue deadlines) {
        this.budget = budget;
        this.timers = timers;
        this.deadlines = deadlines;
    }

    /** @return false if there are as many as there may be */
    boolean add(PendingFetch fetch, long seenWatermark, Consumer<PendingFetch> atDeadline) {
        if (!budget.tryReserve(1)) return false;
        seenWatermarks.put(fetch, seenWatermark);
        long delayMillis = Math.max(0, fetch.deadlineMillis() - timers.nowMillis());
        fetch.timeoutAt(deadlines.add(delayMillis, () -> {
            seenWatermarks.remove(fetch);
            budget.release(1);
            atDeadline.accept(fetch);
        }));
        return true;
    }

    /** Takes out those for which there is something new, and gives them to {@code reader}. */
    void wake(long highWatermark, Consumer<PendingFetch> reader) {
        if (seenWatermarks.isEmpty()) return;
        takeIf(highWatermark, reader);
    }

    /** Takes out all. */
    void wakeAll(Consumer<PendingFetch> last) {
        takeIf(Long.MAX_VALUE, last);
    }

    private void takeIf(long highWatermark, Consumer<PendingFetch> taker) {
        Map<PendingFetch, Long> woken = new LinkedHashMap<>();
        seenWatermarks.forEach((fetch, seen) -> {
            if (highWatermark > seen && highWatermark > fetch.request().offset()) woken.put(fetch, seen);
        });
        for (PendingFetch fetch : woken.keySet()) {
            seenWatermarks.remove(fetch);
            budget.release(1);
            fetch.timeout().ifPresent(deadlines::remove);
            taker.accept(fetch);
        }
    }
}
