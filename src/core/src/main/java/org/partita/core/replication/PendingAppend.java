package org.partita.core.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.partita.core.execution.DeadlineQueue.Deadline;
import org.partita.core.log.Appended;
import org.partita.core.record.RecordBatch;
import org.partita.storage.BrokerException;

/** One append on its way: from the loop's queue until it is answered, exactly once. Used on the loop only. */
final class PendingAppend {
    private final List<RecordBatch> batches;
    private final long deadlineMillis;
    private final Consumer<Runnable> completion;
    private final CompletableFuture<AppendResult> answer = new CompletableFuture<>();
    private final List<Appended> appended = new ArrayList<>();
    private Optional<BrokerException> failure = Optional.empty();
    private Optional<Deadline> timeout = Optional.empty();
    private boolean answered;

    /** @param completion runs a task where answers are completed, after giving back what the append reserved */
    PendingAppend(List<RecordBatch> batches, long deadlineMillis, Consumer<Runnable> completion) {
        this.batches = batches;
        this.deadlineMillis = deadlineMillis;
        this.completion = completion;
    }

    List<RecordBatch> batches() {
        return batches;
    }

    long deadlineMillis() {
        return deadlineMillis;
    }

    CompletableFuture<AppendResult> answer() {
        return answer;
    }

    void appended(Appended where) {
        appended.add(where);
    }

    /** The batch after those appended failed; what is appended waits for its acknowledgement all the same. */
    void failedRest(BrokerException cause) {
        failure = Optional.of(cause);
    }

    boolean anyAppended() {
        return !appended.isEmpty();
    }

    /** The high watermark at which this can be acknowledged. */
    long endOffset() {
        return appended.get(appended.size() - 1).lastOffset() + 1;
    }

    void timeoutAt(Deadline deadline) {
        timeout = Optional.of(deadline);
    }

    Optional<Deadline> timeout() {
        return timeout;
    }

    /** Nothing was attempted. */
    void refuse(BrokerException cause) {
        answer(new AppendResult.PartlyStored(List.of(), false, 0, cause));
    }

    void acknowledge(boolean flushed) {
        answer(failure.<AppendResult>map(cause -> new AppendResult.PartlyStored(appended, flushed, 1, cause))
            .orElseGet(() -> new AppendResult.AllStored(appended, flushed)));
    }

    /** Only what is below the high watermark is known to be stored. */
    void giveUp(long highWatermark, boolean flushed, BrokerException cause) {
        List<Appended> known = appended.stream().filter(where -> where.lastOffset() < highWatermark).toList();
        int attempted = appended.size() - known.size() + (failure.isPresent() ? 1 : 0);
        answer(new AppendResult.PartlyStored(known, flushed, attempted, cause));
    }

    /** Only the first answer counts: a failure may find an append that another failure has answered. */
    private void answer(AppendResult result) {
        if (answered) return;
        answered = true;
        completion.accept(() -> answer.complete(result));
    }
}
