package org.partita.wire.api.fetch;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import org.partita.core.broker.read.PartitionReader;

/**
 * A read that a round waits for. Who takes the round goes on with it, be it the end of the read or who gives it up;
 * from then on a read that hangs holds nothing of the answer. Thread-safe.
 */
final class PendingRead {
    private final AtomicReference<Round> waiter;
    private final PartitionReader reader;
    private final long beganMillis;

    PendingRead(Round waiter, PartitionReader reader, long beganMillis) {
        this.waiter = new AtomicReference<>(waiter);
        this.reader = reader;
        this.beganMillis = beganMillis;
    }

    PartitionReader reader() {
        return reader;
    }

    /** Whether it took too long already, or nobody wants to wait for it any more. */
    boolean isOverdue(long nowMillis) {
        Round round = waiter.get();
        return round != null && (nowMillis - beganMillis >= StuckReads.PATIENCE_MILLIS || round.isHurried());
    }

    /** The round, for the first who asks. */
    Optional<Round> take() {
        return Optional.ofNullable(waiter.getAndSet(null));
    }
}
