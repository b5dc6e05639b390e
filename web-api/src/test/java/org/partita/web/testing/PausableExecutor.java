package org.partita.web.testing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Keeps what it is given while it is paused. */
final class PausableExecutor implements Executor {
    private final Executor pool;
    private final Queue<Runnable> kept = new ArrayDeque<>();
    private boolean paused;

    PausableExecutor(Executor pool) {
        this.pool = pool;
    }

    @Override
    public void execute(Runnable task) {
        if (!keep(task)) pool.execute(task);
    }

    private synchronized boolean keep(Runnable task) {
        if (paused) kept.add(task);
        return paused;
    }

    synchronized void pause() {
        paused = true;
    }

    void resume() {
        for (Runnable task : takeAll()) pool.execute(task);
    }

    private synchronized List<Runnable> takeAll() {
        paused = false;
        List<Runnable> all = new ArrayList<>(kept);
        kept.clear();
        return all;
    }
}
