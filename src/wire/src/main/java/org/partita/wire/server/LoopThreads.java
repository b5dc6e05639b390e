package org.partita.wire.server;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The threads of the event loops, so that a close can wait for their very end. Thread-safe. */
final class LoopThreads implements ThreadFactory {
    private final ThreadFactory factory;
    private final List<Thread> made = new CopyOnWriteArrayList<>();

    LoopThreads(ThreadFactory factory) {
        this.factory = factory;
    }

    @Override
    public Thread newThread(Runnable loop) {
        Thread thread = factory.newThread(loop);
        if (thread == null) throw new IllegalStateException("the container gives no thread for a listener");
        made.add(thread);
        return thread;
    }

    /** Waits for all of them. @return whether they have ended */
    boolean join(long untilNanos) throws InterruptedException {
        for (Thread each : made) {
            long leftMillis = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
            each.join(Math.max(1, leftMillis));
        }
        return made.stream().noneMatch(Thread::isAlive);
    }
}
