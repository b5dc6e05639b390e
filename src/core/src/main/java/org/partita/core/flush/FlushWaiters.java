package org.partita.core.flush;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

import org.partita.core.execution.Completions;
import org.partita.storage.BrokerException;

/** Who waits until a log is durable up to an offset: answered on the completion executor. Belongs to the log's loop. */
public final class FlushWaiters {
    static final int MAX_WAITING = 1_000;

    private final Completions completions;
    private final Queue<Waiter> waiting = new PriorityQueue<>(Comparator.comparingLong(Waiter::offset));

    private record Waiter(long offset, CompletableFuture<Void> durable) {
    }

    public FlushWaiters(Completions completions) {
        this.completions = requireNonNull(completions, "completions");
    }

    public boolean isFull() {
        return waiting.size() >= MAX_WAITING;
    }

    /** @throws IllegalStateException if as many wait as may */
    public void add(long offset, CompletableFuture<Void> durable) {
        if (isFull()) throw new IllegalStateException(waiting.size() + " wait already, which is the limit");
        waiting.add(new Waiter(offset, durable));
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** @param flushedOffset everything below it is durable */
    public void flushed(long flushedOffset) {
        while (!waiting.isEmpty() && waiting.element().offset() <= flushedOffset) {
            completions.complete(waiting.remove().durable(), null);
        }
    }

    /** The log has ended. */
    public void fail(BrokerException cause) {
        while (!waiting.isEmpty()) completions.fail(waiting.remove().durable(), cause);
    }
}
