package org.partita.web.http;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import org.partita.core.execution.Budget;

/** A request body that was read, and its share of what all bodies may take; closing gives the share back. */
public final class BodyInFlight implements AutoCloseable {
    private final byte[] bytes;
    private final Budget budget;
    private final AtomicLong reserved;

    /** @param reserved taken from {@code budget} for this body; now owned by it */
    BodyInFlight(byte[] bytes, Budget budget, long reserved) {
        this.bytes = requireNonNull(bytes, "bytes");
        this.budget = requireNonNull(budget, "budget");
        this.reserved = new AtomicLong(reserved);
    }

    /** The body itself, not a copy: not to be changed, and not to be kept beyond {@link #close()}. */
    public byte[] bytes() {
        return bytes;
    }

    /** Gives the share back when the work that begins with the body has ended, however it ends. */
    public <T> CompletionStage<T> heldDuring(Function<byte[], CompletionStage<T>> work) {
        try {
            return work.apply(bytes).whenComplete((done, failure) -> close());
        } catch (RuntimeException | Error failed) {
            close();
            throw failed;
        }
    }

    /** Idempotent. */
    @Override
    public void close() {
        budget.release(reserved.getAndSet(0));
    }
}
