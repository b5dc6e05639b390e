package org.partita.web.tail;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Lets a few tails read at a time, in the order in which they asked: what is being read is on the heap before anybody
 * knows how much it is. Thread-safe.
 */
final class ReadTurns {
    private final int atATime;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int taken;

    ReadTurns(int atATime) {
        if (atATime < 1) throw new IllegalArgumentException("atATime " + atATime + " < 1");
        this.atATime = atATime;
    }

    /** @param begin runs once, now or on the thread of a later {@link #done}, which has to follow; must not block */
    void take(Runnable begin) {
        synchronized (this) {
            if (taken == atATime) {
                waiting.add(begin);
                return;
            }
            taken++;
        }
        begin.run();
    }

    void done() {
        Runnable next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) taken--;
        }
        if (next != null) next.run();
    }
}
