package org.partita.broker;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Executor;

import org.partita.core.execution.Timers;

/**
 * What answers without an end run on.
 *
 * @param work never blocks; one entry a tail at most
 * @param timers for signs of life and for clients that stall
 */
public record TailThreads(Executor work, Timers timers) {
    public TailThreads {
        requireNonNull(work, "work");
        requireNonNull(timers, "timers");
    }
}
