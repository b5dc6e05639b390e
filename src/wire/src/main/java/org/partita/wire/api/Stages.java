package org.partita.wire.api;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import org.partita.core.execution.Failures;

/** Several calls of the broker for one request. */
public final class Stages {
    private Stages() {
    }

    /** The results of all, in their order; none of them may fail. */
    public static <T> CompletionStage<List<T>> all(List<CompletionStage<T>> stages) {
        List<CompletableFuture<T>> futures = stages.stream().map(CompletionStage::toCompletableFuture).toList();
        return CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new))
            .thenApply(done -> futures.stream().map(CompletableFuture::join).toList());
    }

    /** What the call gives, or what its failure is made into, whether it is thrown or that of the stage. */
    public static <T, R> CompletionStage<R> outcome(Supplier<CompletionStage<T>> call, Function<T, R> given,
                                             Function<Throwable, R> failed) {
        CompletionStage<T> stage;
        try {
            stage = call.get();
        } catch (RuntimeException refused) {
            return CompletableFuture.completedStage(failed.apply(refused));
        }
        return stage.thenApply(given).exceptionally(failure -> failed.apply(Failures.bare(failure)));
    }
}
