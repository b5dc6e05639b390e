package org.partita.wire.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;

/** Makes threads and remembers them. */
public final class NamedThreads implements ThreadFactory {
    private final List<Thread> made = new CopyOnWriteArrayList<>();

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, "wire-test-" + made.size());
        thread.setDaemon(true);
        made.add(thread);
        return thread;
    }

    public int made() {
        return made.size();
    }

    public long alive() {
        return made.stream().filter(Thread::isAlive).count();
    }
}
