package org.partita.wire.protocol;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Which of the failures that nobody foresaw are to be told of: each kind once a minute, since a client may be able to
 * provoke it. Thread-safe.
 */
final class UnforeseenFailures {
    private static final long EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_KINDS = 64;
    private static final String OTHERS = "others";

    private final LongSupplier nanoTime;
    private final Map<String, Long> told = new ConcurrentHashMap<>();

    UnforeseenFailures(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    boolean isNews(Throwable failure) {
        String kind = kind(failure);
        String counted = told.size() < MAX_KINDS || told.containsKey(kind) ? kind : OTHERS;
        long nowNanos = nanoTime.getAsLong();
        Long before = told.get(counted);
        if (before == null) return told.putIfAbsent(counted, nowNanos) == null;
        return nowNanos - before >= EVERY_NANOS && told.replace(counted, before, nowNanos);
    }

    private static String kind(Throwable failure) {
        StackTraceElement[] stack = failure.getStackTrace();
        return failure.getClass().getName() + (stack.length == 0 ? "" : " at " + stack[0]);
    }
}
