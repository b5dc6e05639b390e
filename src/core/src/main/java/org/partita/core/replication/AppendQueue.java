package org.partita.core.replication;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

import org.partita.core.execution.DeadlineQueue;
import org.partita.core.execution.Timers;

/** Appends that wait for the next segment, in order; of the first one a part may be in the log. Belongs to the loop. */
final class AppendQueue {
    private final Timers timers;
    private final DeadlineQueue deadlines;
    private final Consumer<PendingAppend> late;
    private final Deque<PendingAppend> waiting = new ArrayDeque<>();

    /** @param late told of each append that waited until its deadline, when this has forgotten it */
    AppendQueue(Timers timers, DeadlineQueue deadlines, Consumer<PendingAppend> late) {
        this.timers = timers;
        this.deadlines = deadlines;
        this.late = late;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    void add(PendingAppend append) {
        waiting.addLast(append);
        watch(append);
    }

    /** Gives back the one that was taken last. */
    void addFirst(PendingAppend append) {
        waiting.addFirst(append);
        watch(append);
    }

    private void watch(PendingAppend append) {
        long delayMillis = Math.max(0, append.deadlineMillis() - timers.nowMillis());
        append.timeoutAt(deadlines.add(delayMillis, () -> {
            waiting.remove(append);
            late.accept(append);
        }));
    }

    /** @throws java.util.NoSuchElementException if there is none */
    PendingAppend take() {
        PendingAppend append = waiting.removeFirst();
        append.timeout().ifPresent(deadlines::remove);
        return append;
    }
}
