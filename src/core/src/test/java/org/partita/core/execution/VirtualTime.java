package org.partita.core.execution;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** One thread that plays every executor and timer of a test. Nothing runs before {@link #run} is called. */
public final class VirtualTime implements Timers {
    private static final int MAX_TASKS = 10_000_000;

    private final TreeMap<Key, Runnable> timers = new TreeMap<>();
    private long nowMillis = 1_000_000;
    private long nextSequence;
    private boolean refusing;

    private record Key(long atMillis, long sequence) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return atMillis != other.atMillis ? Long.compare(atMillis, other.atMillis)
                : Long.compare(sequence, other.sequence);
        }
    }

    /** A queue of tasks that runs when told to, can be paused, and can be told to refuse. */
    public final class Lane implements Executor {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private boolean paused;
        private boolean refusing;
        private boolean withoutThreads;

        @Override
        public void execute(Runnable task) {
            if (withoutThreads) {
                tasks.add(task);
                throw new OutOfMemoryError("told to have no thread");
            }
            if (refusing) throw new RejectedExecutionException("told to refuse");
            tasks.add(task);
        }

        public void pause() {
            paused = true;
        }

        public void resume() {
            paused = false;
        }

        public void refuse(boolean refuse) {
            refusing = refuse;
        }

        /** As a pool that cannot start a thread: it throws an error, and has the task all the same. */
        public void withoutThreads(boolean without) {
            withoutThreads = without;
        }

        public int waiting() {
            return tasks.size();
        }

        private boolean runOne() {
            if (paused || tasks.isEmpty()) return false;
            tasks.poll().run();
            return true;
        }
    }

    private final Queue<Lane> lanes = new ArrayDeque<>();

    public Lane lane() {
        Lane lane = new Lane();
        lanes.add(lane);
        return lane;
    }

    @Override
    public long nowMillis() {
        return nowMillis;
    }

    @Override
    public Cancellable schedule(long delayMillis, Runnable task) {
        if (refusing) throw new RejectedExecutionException("told to refuse");
        Key key = new Key(nowMillis + delayMillis, nextSequence++);
        timers.put(key, task);
        return () -> timers.remove(key);
    }

    /** Timers are refused, as by a container that is stopping. */
    public void refuseTimers(boolean refuse) {
        refusing = refuse;
    }

    public int armedTimers() {
        return timers.size();
    }

    /** The process ends: nothing of what waits will ever run. */
    public void discardAll() {
        lanes.forEach(lane -> lane.tasks.clear());
        timers.clear();
    }

    /** Runs all tasks that can run, without letting time pass. */
    public void run() {
        boolean ran = true;
        for (int i = 0; ran; i++) {
            if (i > MAX_TASKS) throw new IllegalStateException("the tasks never end");
            ran = false;
            for (Lane lane : new ArrayDeque<>(lanes)) ran |= lane.runOne();
        }
    }

    /** Lets time pass, timer by timer, and runs what can run. */
    public void pass(long millis) {
        long untilMillis = nowMillis + millis;
        run();
        while (!timers.isEmpty() && timers.firstKey().atMillis() <= untilMillis) {
            nowMillis = Math.max(nowMillis, timers.firstKey().atMillis());
            timers.pollFirstEntry().getValue().run();
            run();
        }
        nowMillis = untilMillis;
    }
}
