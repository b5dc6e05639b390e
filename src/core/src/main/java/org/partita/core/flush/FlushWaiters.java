package org.partita.core.flush;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.partita.storage.BrokerException;

/** Who waits until a log is durable up to an offset. Belongs to the loop of the log. */
public final class FlushWaiters {
    private final List<Waiter> waiting = new ArrayList<>();

    private record Waiter(long offset, CompletableFuture<Void> durable) {
    }

    public void add(long offset, CompletableFuture<Void> durable) {
        waiting.add(new Waiter(offset, durable));
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** @param flushedOffset everything below it is durable */
    public void flushed(long flushedOffset) {
        List<Waiter> due = waiting.stream().filter(each -> each.offset() <= flushedOffset).toList();
        waiting.removeAll(due);
        due.forEach(each -> each.durable().complete(null));
    }

    /** The log has ended. */
    public void fail(BrokerException cause) {
        List<Waiter> all = List.copyOf(waiting);
        waiting.clear();
        all.forEach(each -> each.durable().completeExceptionally(cause));
    }
}
