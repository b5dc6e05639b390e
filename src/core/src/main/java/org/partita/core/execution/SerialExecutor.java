package org.partita.core.execution;

import static java.util.Objects.requireNonNull;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A loop on top of any pool: tasks run one after the other in the order given, on whatever thread the pool lends.
 *
 * <p>The number of waiting tasks is bounded; beyond it {@link #execute} refuses. A pool that refuses to lend a thread
 * (full or stopping) makes the caller run what waits: no accepted task is lost, and the caller is slowed down.
 */
public final class SerialExecutor implements Executor {
    private static final System.Logger LOG = System.getLogger(SerialExecutor.class.getName());
    private static final int TASKS_PER_TURN = 64;

    private final Executor pool;
    private final int capacity;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger unfinished = new AtomicInteger();

    public SerialExecutor(Executor pool, int capacity) {
        this.pool = requireNonNull(pool, "pool");
        if (capacity < 1) throw new IllegalArgumentException("capacity " + capacity + " < 1");
        this.capacity = capacity;
    }

    @Override
    public void execute(Runnable task) {
        requireNonNull(task, "task");
        if (unfinished.get() >= capacity) {
            throw new RejectedExecutionException(capacity + " tasks wait on this loop, which is its limit");
        }
        waiting.add(task);
        if (unfinished.getAndIncrement() == 0) lendThread();
    }

    private void lendThread() {
        boolean again = true;
        while (again) {
            Turn turn = new Turn();
            try {
                pool.execute(turn);
                again = false;
            } catch (RejectedExecutionException refused) {
                again = turn.take() && runSome();
            } catch (RuntimeException | Error failure) {
                LOG.log(System.Logger.Level.WARNING, "the pool failed to take the tasks of a loop; their caller runs "
                    + "them", failure);
                again = turn.take() && runSome();
            }
        }
    }

    /** Taken once, by the pool or in its place: a pool that fails to start a thread may still have queued the turn. */
    private final class Turn implements Runnable {
        private final AtomicBoolean taken = new AtomicBoolean();

        boolean take() {
            return taken.compareAndSet(false, true);
        }

        @Override
        public void run() {
            if (take() && runSome()) lendThread();
        }
    }

    /** Runs up to one turn of tasks; ends when none is left. @return whether more are there */
    private boolean runSome() {
        for (int i = 0; i < TASKS_PER_TURN; i++) {
            Runnable task = waiting.poll();
            if (task == null) throw new IllegalStateException("a counted task is missing");
            run(task);
            if (unfinished.decrementAndGet() == 0) return false;
        }
        return true;
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error failure) {
            LOG.log(System.Logger.Level.ERROR, "a task of a loop failed; the loop goes on", failure);
        }
    }
}
