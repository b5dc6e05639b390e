package org.partita.core.flush;

import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;

import org.partita.core.execution.Loop;
import org.partita.core.log.PartitionLog;
import org.partita.core.log.RollPoint;

/** Changes a log to its next segment. Belongs to the loop; the waiting for the disk is done off it. */
public final class LogRoller {
    private final PartitionLog log;
    private final GroupCommit groupCommit;
    private final Loop loop;
    private final Consumer<RollPoint> performed;
    private final Consumer<RuntimeException> failed;
    private boolean running;

    /** @param performed called on the loop after each roll that can be finished, {@code failed} after any other */
    public LogRoller(PartitionLog log, GroupCommit groupCommit, Loop loop, Consumer<RollPoint> performed,
                     Consumer<RuntimeException> failed) {
        this.log = requireNonNull(log, "log");
        this.groupCommit = requireNonNull(groupCommit, "groupCommit");
        this.loop = requireNonNull(loop, "loop");
        this.performed = requireNonNull(performed, "performed");
        this.failed = requireNonNull(failed, "failed");
    }

    /** While it is, nothing may be appended. */
    public boolean running() {
        return running;
    }

    /** @throws IllegalStateException if it is running */
    public void start() {
        if (running) throw new IllegalStateException("a roll is running");
        RollPoint point = log.beginRoll();
        running = true;
        groupCommit.submit(point::perform, () -> loop.event(() -> {
            running = false;
            performed.accept(point);
        }), failure -> loop.event(() -> {
            running = false;
            failed.accept(failure);
        }));
    }
}
