package org.partita.core.replication;

import java.util.ArrayDeque;
import java.util.Deque;

import org.partita.core.execution.DeadlineQueue;
import org.partita.core.execution.Timers;
import org.partita.storage.BrokerException;

/** Appends that are in the log and wait for the high watermark, in log order. Belongs to the loop. */
final class PendingAppends {
    private final Timers timers;
    private final DeadlineQueue deadlines;
    private final Deque<PendingAppend> waiting = new ArrayDeque<>();

    PendingAppends(Timers timers, DeadlineQueue deadlines) {
        this.timers = timers;
        this.deadlines = deadlines;
    }

    /** @param atDeadline runs if it was not acknowledged by then; this has forgotten it */
    void add(PendingAppend append, Runnable atDeadline) {
        waiting.add(append);
        long delayMillis = Math.max(0, append.deadlineMillis() - timers.nowMillis());
        append.timeoutAt(deadlines.add(delayMillis, () -> {
            waiting.remove(append);
            atDeadline.run();
        }));
    }

    void acknowledge(long highWatermark, boolean flushed) {
        while (!waiting.isEmpty() && waiting.peek().endOffset() <= highWatermark) {
            PendingAppend append = waiting.poll();
            append.timeout().ifPresent(deadlines::remove);
            append.acknowledge(highWatermark, flushed);
        }
    }

    void giveUpAll(long highWatermark, boolean flushed, BrokerException cause) {
        while (!waiting.isEmpty()) {
            PendingAppend append = waiting.poll();
            append.timeout().ifPresent(deadlines::remove);
            append.giveUp(highWatermark, flushed, cause);
        }
    }
}
