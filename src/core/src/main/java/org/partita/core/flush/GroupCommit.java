package org.partita.core.flush;

import static java.util.Objects.requireNonNull;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.partita.core.execution.Timers;

/**
 * What the logs of one data directory have to wait for the disk for, a few at a time. Thread-safe.
 *
 * <p>A partition has at most one force and one roll here; what it appends meanwhile is covered by its next force. So
 * the queue is bounded by the number of partitions.
 */
public final class GroupCommit {
    private static final long RETRY_MILLIS = 20;

    private final Executor disk;
    private final Timers timers;
    private final int parallelism;
    private final Queue<Work> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger runners = new AtomicInteger();

    /**
     * @param disk may wait for the disk
     * @param parallelism tasks at a time
     */
    public GroupCommit(Executor disk, Timers timers, int parallelism) {
        this.disk = requireNonNull(disk, "disk");
        this.timers = requireNonNull(timers, "timers");
        if (parallelism < 1) throw new IllegalArgumentException("parallelism " + parallelism + " < 1");
        this.parallelism = parallelism;
    }

    private record Work(Runnable task, Runnable done, Consumer<RuntimeException> failed) {
        void run() {
            try {
                task.run();
            } catch (RuntimeException failure) {
                failed.accept(failure);
                return;
            } catch (Error unexpected) {
                failed.accept(new IllegalStateException(unexpected.toString(), unexpected));
                return;
            }
            done.run();
        }
    }

    /**
     * Exactly one of {@code done} and {@code failed} is called, on a disk thread; it only hands the news to its loop.
     *
     * @param task waits for the disk
     */
    public void submit(Runnable task, Runnable done, Consumer<RuntimeException> failed) {
        waiting.add(new Work(task, done, failed));
        ensureRunner();
    }

    private void ensureRunner() {
        if (waiting.isEmpty() || !admitRunner()) return;
        try {
            disk.execute(this::runAll);
        } catch (RejectedExecutionException full) {
            runners.decrementAndGet();
            timers.schedule(RETRY_MILLIS, this::ensureRunner);
        }
    }

    /**
     * Counts only who may run. A count that is taken back would, for a moment, keep out the one who ends and finds the
     * entry that was just added, and nobody would be left to run it.
     */
    private boolean admitRunner() {
        int running = runners.get();
        while (running < parallelism) {
            if (runners.compareAndSet(running, running + 1)) return true;
            running = runners.get();
        }
        return false;
    }

    /** Ends when nothing waits. Looks again after it is no longer counted: who came before relied on it. */
    private void runAll() {
        try {
            for (Work next = waiting.poll(); next != null; next = waiting.poll()) next.run();
        } finally {
            runners.decrementAndGet();
            ensureRunner();
        }
    }
}
