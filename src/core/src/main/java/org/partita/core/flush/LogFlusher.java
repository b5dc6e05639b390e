package org.partita.core.flush;

import java.util.function.Consumer;

import org.partita.core.execution.DeadlineQueue;
import org.partita.core.execution.Loop;
import org.partita.core.log.FlushPoint;
import org.partita.core.log.PartitionLog;

/** Keeps at most one force of a log running. Belongs to the loop; the force itself runs off it. */
public final class LogFlusher {
    private final PartitionLog log;
    private final GroupCommit groupCommit;
    private final Loop loop;
    private final DeadlineQueue deadlines;
    private final Runnable forced;
    private final Consumer<RuntimeException> failed;
    private boolean running;
    private boolean planned;

    /** @param forced called on the loop after each force that succeeded, {@code failed} after one that did not */
    public LogFlusher(PartitionLog log, GroupCommit groupCommit, Loop loop, DeadlineQueue deadlines, Runnable forced,
                      Consumer<RuntimeException> failed) {
        this.log = log;
        this.groupCommit = groupCommit;
        this.loop = loop;
        this.deadlines = deadlines;
        this.forced = forced;
        this.failed = failed;
    }

    public boolean running() {
        return running;
    }

    public boolean dirty() {
        return log.flushedOffset() < log.logEndOffset();
    }

    /** Forces what is in the log, now or as soon as the force that is running has ended. */
    public void flushSoon(long delayMillis) {
        if (running || !dirty()) return;
        if (delayMillis == 0) start();
        else if (!planned) plan(delayMillis);
    }

    private void plan(long delayMillis) {
        planned = true;
        deadlines.add(delayMillis, () -> {
            planned = false;
            if (!running && dirty()) start();
        });
    }

    private void start() {
        FlushPoint point = log.beginFlush();
        running = true;
        groupCommit.submit(point::force, () -> loop.event(() -> {
            running = false;
            forced.run();
        }), failure -> loop.event(() -> {
            running = false;
            failed.accept(failure);
        }));
    }
}
