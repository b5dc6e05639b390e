package org.partita.core.execution;

import java.util.concurrent.atomic.AtomicLong;

/** A bounded amount of something (bytes, requests) that may be in use at a time. Thread-safe. */
public final class Budget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    public Budget(long limit) {
        if (limit < 1) throw new IllegalArgumentException("limit " + limit + " < 1");
        this.limit = limit;
    }

    /** Takes {@code amount} if it fits. A single amount above the limit fits while nothing else is in use. */
    public boolean tryReserve(long amount) {
        if (amount < 0) throw new IllegalArgumentException("amount " + amount + " < 0");
        long before = used.get();
        while (before == 0 || before + amount <= limit) {
            if (used.compareAndSet(before, before + amount)) return true;
            before = used.get();
        }
        return false;
    }

    /** Takes {@code amount} for something that is there already, whether it fits or not. */
    public void reserve(long amount) {
        if (amount < 0) throw new IllegalArgumentException("amount " + amount + " < 0");
        used.addAndGet(amount);
    }

    public void release(long amount) {
        if (used.addAndGet(-amount) < 0) throw new IllegalStateException("more released than reserved");
    }

    public long used() {
        return used.get();
    }

    public long limit() {
        return limit;
    }
}
