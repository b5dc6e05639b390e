package org.partita.web.tail;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.RejectedExecutionException;

import org.partita.core.execution.Loop;
import org.partita.core.execution.Timers;
import org.partita.core.execution.Timers.Cancellable;

/** The loop of one tail. A task that fails ends the tail, and so does a timer that cannot be had. */
final class TailLoop {
    private final Loop loop;
    private final Timers timers;
    private final Runnable end;

    /** @param end of the tail, to be run on the loop; idempotent */
    TailLoop(Loop loop, Timers timers, Runnable end) {
        this.loop = requireNonNull(loop, "loop");
        this.timers = requireNonNull(timers, "timers");
        this.end = requireNonNull(end, "end");
    }

    /** From any thread. */
    void run(Runnable task) {
        loop.event(() -> {
            try {
                task.run();
            } catch (RuntimeException | Error failed) {
                end.run();
                throw failed;
            }
        });
    }

    /** On the loop. */
    Cancellable later(long delayMillis, Runnable task) {
        try {
            return timers.schedule(delayMillis, () -> run(task));
        } catch (RejectedExecutionException stopping) {
            end.run();
            return () -> { };
        }
    }
}
