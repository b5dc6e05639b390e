package org.partita.core.local;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

import org.partita.core.execution.Completions;
import org.partita.core.execution.Timers;
import org.partita.core.replication.UnknownOutcomeException;

/**
 * Sees to it that a caller is answered in time whatever becomes of the loops, which a disk that hangs may hold up.
 * Thread-safe.
 */
final class AnswerDeadlines {
    /** Who knows more than "it is late" has this long to say so first. */
    static final long GRACE_MILLIS = 250;

    private final Timers timers;
    private final Completions completions;

    AnswerDeadlines(Timers timers, Completions completions) {
        this.timers = timers;
        this.completions = completions;
    }

    /**
     * The answer of {@code call}, or {@link UnknownOutcomeException} a little after {@code millis}.
     *
     * @param what for people, at the beginning of a sentence
     */
    <T> CompletionStage<T> within(long millis, String what, Supplier<CompletionStage<T>> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Timers.Cancellable deadline;
        try {
            deadline = timers.schedule(millis + GRACE_MILLIS, () -> completions.fail(answer,
                new UnknownOutcomeException(what + " was not answered within " + millis + " ms. It may have been done "
                    + "or not, or may be done yet.", null)));
        } catch (RejectedExecutionException ending) {
            return CompletableFuture.failedFuture(LocalBroker.stopping());
        }
        try {
            call.get().whenComplete((value, failure) -> {
                deadline.cancel();
                if (failure == null) answer.complete(value);
                else answer.completeExceptionally(failure);
            });
        } catch (RuntimeException unexpected) {
            deadline.cancel();
            throw unexpected;
        }
        return answer;
    }
}
