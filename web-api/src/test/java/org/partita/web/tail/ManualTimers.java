package org.partita.web.tail;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import org.partita.core.execution.Timers;

/** Time that passes when it is told to. */
final class ManualTimers implements Timers {
    private final List<Task> tasks = new ArrayList<>();
    private long nowMillis;

    private record Task(long atMillis, Runnable action) {
    }

    @Override
    public synchronized long nowMillis() {
        return nowMillis;
    }

    @Override
    public synchronized Cancellable schedule(long delayMillis, Runnable action) {
        Task task = new Task(nowMillis + delayMillis, action);
        tasks.add(task);
        return () -> cancel(task);
    }

    private synchronized void cancel(Task task) {
        tasks.remove(task);
    }

    void pass(long millis) {
        for (Runnable each : due(millis)) each.run();
    }

    private synchronized List<Runnable> due(long millis) {
        nowMillis += millis;
        List<Runnable> due = new ArrayList<>();
        for (Iterator<Task> all = tasks.iterator(); all.hasNext();) {
            Task task = all.next();
            if (task.atMillis() <= nowMillis) {
                all.remove();
                due.add(task.action());
            }
        }
        return due;
    }
}
