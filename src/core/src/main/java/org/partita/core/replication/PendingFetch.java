package org.partita.core.replication;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.partita.core.execution.Completions;
import org.partita.core.execution.DeadlineQueue.Deadline;
import org.partita.storage.BrokerException;

/** One fetch until it is answered, exactly once. Handed from thread to thread; never used by two at a time. */
final class PendingFetch {
    private final ReadRequest request;
    private final long deadlineMillis;
    private final Completions completions;
    private final CompletableFuture<FetchedRecords> answer = new CompletableFuture<>();
    private Optional<Deadline> timeout = Optional.empty();
    private int postponements;

    PendingFetch(ReadRequest request, long deadlineMillis, Completions completions) {
        this.request = request;
        this.deadlineMillis = deadlineMillis;
        this.completions = completions;
    }

    ReadRequest request() {
        return request;
    }

    long deadlineMillis() {
        return deadlineMillis;
    }

    CompletableFuture<FetchedRecords> answer() {
        return answer;
    }

    void timeoutAt(Deadline deadline) {
        timeout = Optional.of(deadline);
    }

    Optional<Deadline> timeout() {
        return timeout;
    }

    /** Its read cannot be done now. @return how often that was so */
    int postponed() {
        return ++postponements;
    }

    /** @param handedOver runs after the answer was given */
    void complete(FetchedRecords records, Runnable handedOver) {
        completions.run(() -> {
            answer.complete(records);
            handedOver.run();
        });
    }

    void fail(BrokerException cause) {
        completions.fail(answer, cause);
    }
}
