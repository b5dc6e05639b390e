package org.partita.core.record;

import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;

/** Heap that an action of this thread asks for, garbage included. */
public final class AllocatedBytes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AllocatedBytes() {
    }

    public static long of(Runnable action) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        action.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
