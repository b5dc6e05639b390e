package org.partita.core.execution;

/** Relative time. Immune to changes of the wall clock; thread-safe. */
public interface Timers {
    /** Milliseconds since an arbitrary moment; never falls. */
    long nowMillis();

    /**
     * Runs {@code task} once, not before {@code delayMillis} have passed. The task is short: it only hands work on.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the container is stopping
     */
    Cancellable schedule(long delayMillis, Runnable task);

    /** A task that may still be called off. */
    @FunctionalInterface
    interface Cancellable {
        /** No effect if the task ran or runs. */
        void cancel();
    }
}
