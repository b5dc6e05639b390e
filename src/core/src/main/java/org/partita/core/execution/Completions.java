package org.partita.core.execution;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import org.partita.storage.BrokerException;

/**
 * Completes answers on the executor made for it, so that what a client's answer sets off never runs on a loop.
 * Thread-safe.
 */
public final class Completions {
    private static final long RETRY_MILLIS = 20;

    private final Executor executor;
    private final Timers timers;

    public Completions(Executor executor, Timers timers) {
        this.executor = requireNonNull(executor, "executor");
        this.timers = requireNonNull(timers, "timers");
    }

    public <T> void complete(CompletableFuture<T> answer, T value) {
        run(() -> answer.complete(value));
    }

    public void fail(CompletableFuture<?> answer, BrokerException cause) {
        run(() -> answer.completeExceptionally(cause));
    }

    /**
     * Runs the task on the executor; a full executor is asked again a little later. When the container ends and nothing
     * takes a task any more, it runs here: else who waits would never be answered, and what it holds never be released.
     */
    public void run(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException full) {
            runLater(task);
        }
    }

    private void runLater(Runnable task) {
        try {
            timers.schedule(RETRY_MILLIS, () -> run(task));
        } catch (RejectedExecutionException ending) {
            task.run();
        }
    }
}
