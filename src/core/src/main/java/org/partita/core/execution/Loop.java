package org.partita.core.execution;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** One loop as its owner uses it: requests may be refused, events may not. Thread-safe. */
public final class Loop {
    private static final long RETRY_MILLIS = 20;

    private final Executor executor;
    private final Timers timers;

    /** @param executor serial, see {@link Loops} */
    public Loop(Executor executor, Timers timers) {
        this.executor = requireNonNull(executor, "executor");
        this.timers = requireNonNull(timers, "timers");
    }

    /** Runs a request, or refuses it. @throws RejectedExecutionException if the loop is full */
    public void request(Runnable task) {
        executor.execute(task);
    }

    /** Runs an event that must not be lost. If the loop is full it is offered again a little later. */
    public void event(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException full) {
            timers.schedule(RETRY_MILLIS, () -> event(task));
        }
    }
}
