package org.partita.wire.server;

import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** All connections of a listener. Thread-safe. */
final class Connections {
    private static final System.Logger LOG = System.getLogger(Connections.class.getName());
    private static final long LINE_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final int limit;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private final LongAdder refused = new LongAdder();
    private final AtomicLong nextLineNanos = new AtomicLong(System.nanoTime());
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private volatile boolean closing;

    Connections(int limit) {
        this.limit = limit;
    }

    /** Whether there is room for it. */
    boolean enter(Connection connection) {
        int others = count.getAndIncrement();
        if (others < limit && !closing) {
            open.add(connection);
            // A close that did not see it would leave it open.
            if (closing) connection.finish();
            return true;
        }
        count.decrementAndGet();
        refused.increment();
        completeIfGone();
        if (!closing) warn();
        return false;
    }

    void leave(Connection connection) {
        if (!open.remove(connection)) return;
        count.decrementAndGet();
        completeIfGone();
    }

    /** Lets no more in and ends those there are. @return completes when they are gone */
    CompletableFuture<Void> finish() {
        closing = true;
        open.forEach(Connection::finish);
        completeIfGone();
        return gone;
    }

    /** Of the others, the one that has had an answer to take for the longest time. */
    Optional<Connection> longestUnsent(Connection asking) {
        Connection found = null;
        for (Connection each : open) {
            boolean longer = each != asking && each.outbox().filled()
                && (found == null || each.outbox().filledSinceNanos() - found.outbox().filledSinceNanos() < 0);
            if (longer) found = each;
        }
        return Optional.ofNullable(found);
    }

    /** Of the others, one whose answers are being given up. */
    Optional<Connection> givenUp(Connection asking) {
        return open.stream().filter(each -> each != asking && each.outbox().givenUp()).findAny();
    }

    void closeNow() {
        open.forEach(Connection::closeNow);
    }

    int count() {
        return open.size();
    }

    long refused() {
        return refused.sum();
    }

    private void completeIfGone() {
        if (closing && count.get() == 0) gone.complete(null);
    }

    private void warn() {
        long nowNanos = System.nanoTime();
        long dueNanos = nextLineNanos.get();
        if (nowNanos - dueNanos < 0 || !nextLineNanos.compareAndSet(dueNanos, nowNanos + LINE_EVERY_NANOS)) return;
        LOG.log(Level.WARNING, "there are {0} connections, which is the limit: more are closed. {1} were since the "
            + "start. Close what is not needed, or raise the limit.", limit, refused.sum());
    }
}
