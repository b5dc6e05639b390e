package org.partita.web.tail;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

import org.partita.storage.PartitionId;

/**
 * Lets a few tails read a partition at a time, in the order in which they asked: a message that wakes a thousand tails
 * is not read a thousand times at once. A partition whose disk hangs keeps its own turns and no others. Thread-safe.
 */
final class ReadTurns {
    private final int atATime;
    private final Map<PartitionId, Line> lines = new HashMap<>();

    /** Of one partition. */
    private static final class Line {
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private int taken;
    }

    /** @param atATime of each partition */
    ReadTurns(int atATime) {
        if (atATime < 1) throw new IllegalArgumentException("atATime " + atATime + " < 1");
        this.atATime = atATime;
    }

    /** @param begin runs once, now or on the thread of a later {@link #done}, which has to follow; must not block */
    void take(PartitionId partition, Runnable begin) {
        synchronized (this) {
            Line line = lines.computeIfAbsent(partition, none -> new Line());
            if (line.taken == atATime) {
                line.waiting.add(begin);
                return;
            }
            line.taken++;
        }
        begin.run();
    }

    /** Nobody waits for this turn any more. Changes nothing if it was given. */
    synchronized void leave(PartitionId partition, Runnable begin) {
        Line line = lines.get(partition);
        if (line != null) line.waiting.remove(begin);
    }

    void done(PartitionId partition) {
        Runnable next;
        synchronized (this) {
            Line line = lines.get(partition);
            next = line.waiting.poll();
            if (next == null && --line.taken == 0) lines.remove(partition);
        }
        if (next != null) next.run();
    }
}
