package org.partita.broker;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

import org.partita.core.execution.Budget;
import org.partita.core.replication.LeaderUnavailableException;

/**
 * Where answers with messages are written: on threads of their own, so that a client that does not read what it asked
 * for holds up other readers at most, never an acknowledgement. What the answers hold is bounded, too. Thread-safe.
 */
public final class ReaderAnswers {
    private final Executor threads;
    private final Budget bytes;

    /**
     * @param threads refuses with {@link RejectedExecutionException} when full
     * @param bytes of messages in answers that are not written yet
     */
    public ReaderAnswers(Executor threads, Budget bytes) {
        this.threads = requireNonNull(threads, "threads");
        this.bytes = requireNonNull(bytes, "bytes");
    }

    /**
     * Makes an answer on one of these threads. What is registered on the stage before that runs on the same thread, and
     * the bytes count until it has ended; so an answer that is written there is accounted for while it is written.
     *
     * @return fails with {@link LeaderUnavailableException} if there is no room for the answer
     */
    public <A> CompletionStage<A> answer(long sizeBytes, Supplier<A> answer) {
        CompletableFuture<A> answered = new CompletableFuture<>();
        if (!bytes.tryReserve(sizeBytes)) return CompletableFuture.failedFuture(full());
        try {
            threads.execute(() -> {
                try {
                    complete(answered, answer);
                } finally {
                    bytes.release(sizeBytes);
                }
            });
            return answered;
        } catch (RejectedExecutionException refused) {
            bytes.release(sizeBytes);
            return CompletableFuture.failedFuture(full());
        }
    }

    private static <A> void complete(CompletableFuture<A> answered, Supplier<A> answer) {
        A made;
        try {
            made = answer.get();
        } catch (RuntimeException | Error failed) {
            answered.completeExceptionally(failed);
            return;
        }
        answered.complete(made);
    }

    private static LeaderUnavailableException full() {
        return new LeaderUnavailableException("This broker has as many answers to readers under way as it can hold: "
            + "some are read slowly. Try again a little later, or ask for fewer bytes.");
    }
}
