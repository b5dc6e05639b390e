package org.partita.wire.server;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.partita.core.execution.Budget;

/**
 * Memory for the requests of all connections. Small requests have a part of their own, so that a few large ones, which
 * may come slowly, do not keep everyone else out. Thread-safe.
 */
final class RequestMemory {
    static final int SMALL_BYTES = 64 << 10;
    private static final int SMALL_SHARE = 8;

    private final Pool small;
    private final Pool large;

    /** @param waiting at most one of each connection */
    private record Pool(Budget budget, Queue<Runnable> waiting) {
        Pool(long bytes) {
            this(new Budget(Math.max(1, bytes)), new ConcurrentLinkedQueue<>());
        }
    }

    RequestMemory(long bytes) {
        this.small = new Pool(bytes / SMALL_SHARE);
        this.large = new Pool(bytes - bytes / SMALL_SHARE);
    }

    boolean tryReserve(long bytes) {
        return pool(bytes).budget().tryReserve(bytes);
    }

    void release(long bytes) {
        release(bytes, bytes);
    }

    /** Gives back a part of what was reserved at once. */
    void release(long reservedBytes, long part) {
        pool(reservedBytes).budget().release(part);
        wakeNext(reservedBytes);
    }

    /**
     * Runs {@code retry} when it is worth to try again for {@code bytes}. Who registers tries once more afterwards,
     * since room may have become free in between. Who is woken and does not register again wakes the next.
     */
    void await(long bytes, Runnable retry) {
        pool(bytes).waiting().add(retry);
    }

    /** Of those that wait for about as much as {@code bytes}. */
    void wakeNext(long bytes) {
        Runnable next = pool(bytes).waiting().poll();
        if (next != null) next.run();
    }

    long used() {
        return small.budget().used() + large.budget().used();
    }

    private Pool pool(long bytes) {
        return bytes <= SMALL_BYTES ? small : large;
    }
}
