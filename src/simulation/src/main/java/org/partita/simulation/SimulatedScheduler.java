package org.partita.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;

import org.partita.core.execution.Timers;

/**
 * All executors and timers of a process, run by one thread: which task comes next is drawn at random. Executors refuse
 * a task now and then, as full ones do.
 */
final class SimulatedScheduler implements Timers {
    private static final int REFUSED_OF_THOUSAND = 3;

    private final RandomGenerator random;
    private final List<Lane> lanes = new ArrayList<>();
    private final TreeMap<Due, Runnable> timers = new TreeMap<>();
    private long nowMillis = 1;
    private long nextSequence;
    private boolean refusing;

    SimulatedScheduler(RandomGenerator random) {
        this.random = random;
    }

    private record Due(long atMillis, long sequence) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(atMillis, other.atMillis);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    private final class Lane implements Executor {
        private final Deque<Runnable> tasks = new ArrayDeque<>();
        private final boolean serial;

        Lane(boolean serial) {
            this.serial = serial;
        }

        @Override
        public void execute(Runnable task) {
            if (refusing && random.nextInt(1000) < REFUSED_OF_THOUSAND) {
                throw new RejectedExecutionException("full, says the simulation");
            }
            tasks.add(task);
        }

        /** A pool may run any of its tasks next, a loop only the first. */
        Runnable take() {
            if (!serial) {
                for (int skipped = random.nextInt(tasks.size()); skipped > 0; skipped--) tasks.add(tasks.poll());
            }
            return tasks.poll();
        }
    }

    Executor loop() {
        return lane(true);
    }

    Executor pool() {
        return lane(false);
    }

    private Executor lane(boolean serial) {
        Lane lane = new Lane(serial);
        lanes.add(lane);
        return lane;
    }

    /** Whether executors may refuse tasks from now on. */
    void refuse(boolean mayRefuse) {
        refusing = mayRefuse;
    }

    @Override
    public long nowMillis() {
        return nowMillis;
    }

    @Override
    public Cancellable schedule(long delayMillis, Runnable task) {
        Due due = new Due(nowMillis + delayMillis, nextSequence++);
        timers.put(due, task);
        return () -> timers.remove(due);
    }

    /** Runs one task that is ready. @return false if there is none */
    boolean runOne() {
        List<Lane> ready = lanes.stream().filter(lane -> !lane.tasks.isEmpty()).toList();
        if (ready.isEmpty()) return false;
        ready.get(random.nextInt(ready.size())).take().run();
        return true;
    }

    /** Lets time pass until the next timer and fires it. @return false if there is none within the bound */
    boolean fireNextTimer(long withinMillis) {
        if (timers.isEmpty() || timers.firstKey().atMillis() > nowMillis + withinMillis) return false;
        nowMillis = Math.max(nowMillis, timers.firstKey().atMillis());
        timers.pollFirstEntry().getValue().run();
        return true;
    }

    void pass(long millis) {
        nowMillis += millis;
    }

    /** The process is gone: nothing of what waited will ever run. */
    void discardAll() {
        lanes.clear();
        timers.clear();
    }
}
