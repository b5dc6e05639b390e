package org.partita.bench.comparison;

import java.util.concurrent.locks.LockSupport;

/** When messages of an open loop are due: at a fixed rate from now on, whatever becomes of those before. */
public final class Schedule {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long startNanos = System.nanoTime();
    private final long intervalNanos;

    public Schedule(int perSecond) {
        intervalNanos = NANOS_PER_SECOND / perSecond;
    }

    /** Waits until this one is due, not at all if that is past. @return when that was, as of {@link System#nanoTime} */
    public long await(int index) {
        long dueNanos = startNanos + index * intervalNanos;
        long leftNanos = dueNanos - System.nanoTime();
        while (leftNanos > 0) {
            LockSupport.parkNanos(leftNanos);
            leftNanos = dueNanos - System.nanoTime();
        }
        return dueNanos;
    }
}
