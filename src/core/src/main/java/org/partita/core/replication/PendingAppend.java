package org.partita.core.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.partita.core.append.AppendContent;
import org.partita.core.append.LogMemory;
import org.partita.core.execution.DeadlineQueue.Deadline;
import org.partita.core.log.Appended;
import org.partita.core.record.RecordBatch;
import org.partita.storage.BrokerException;

/** One append on its way: from the loop's queue until it is answered, exactly once. Used on the loop only. */
final class PendingAppend {
    private final AppendContent content;
    private final boolean byLeaderAlone;
    private final long deadlineMillis;
    private final Consumer<Runnable> completion;
    private final CompletableFuture<AppendResult> answer = new CompletableFuture<>();
    private final List<Appended> appended = new ArrayList<>();
    private List<RecordBatch> batches;
    private Optional<BrokerException> failure = Optional.empty();
    private Optional<Deadline> timeout = Optional.empty();
    private boolean admitted;
    private boolean answered;

    /**
     * @param byLeaderAlone whether its acknowledgement says nothing of other replicas
     * @param completion runs a task where answers are completed, after giving back what the append reserved
     */
    PendingAppend(AppendContent content, boolean byLeaderAlone, long deadlineMillis, Consumer<Runnable> completion) {
        this.content = content;
        this.batches = content.encoded();
        this.byLeaderAlone = byLeaderAlone;
        this.deadlineMillis = deadlineMillis;
        this.completion = completion;
    }

    /** Finds out what has to be appended, once. If nothing may be, that is the failure of this append. */
    void admit(LogMemory known, long nowMillis) {
        if (admitted) return;
        admitted = true;
        try {
            batches = content.admit(known, nowMillis);
        } catch (BrokerException refused) {
            failedRest(refused);
        }
    }

    /** The batch to append next. */
    Optional<RecordBatch> next() {
        boolean more = failure.isEmpty() && appended.size() < batches.size();
        return more ? Optional.of(batches.get(appended.size())) : Optional.empty();
    }

    /** Whether something of it is in the log. */
    boolean begun() {
        return !appended.isEmpty();
    }

    boolean byLeaderAlone() {
        return byLeaderAlone;
    }

    /** See {@link AppendContent#notBeforeMillis}. */
    long notBeforeMillis() {
        return content.notBeforeMillis();
    }

    long deadlineMillis() {
        return deadlineMillis;
    }

    CompletableFuture<AppendResult> answer() {
        return answer;
    }

    void appended(Appended where, LogMemory known, long nowMillis) {
        appended.add(where);
        content.appended(where, known, nowMillis);
    }

    /** No more will be appended. */
    void ended(LogMemory known) {
        content.ended(known);
    }

    /** The batch after those appended failed; what is appended waits for its acknowledgement all the same. */
    void failedRest(BrokerException cause) {
        failure = Optional.of(cause);
    }

    /** The high watermark at which this can be acknowledged; 0 if it need not wait. */
    long endOffset() {
        long appendedEnd = appended.isEmpty() ? 0 : appended.get(appended.size() - 1).nextOffset();
        return Math.max(appendedEnd, content.knownEndOffset());
    }

    void timeoutAt(Deadline deadline) {
        timeout = Optional.of(deadline);
    }

    Optional<Deadline> timeout() {
        return timeout;
    }

    /** Nothing was attempted. */
    void refuse(BrokerException cause) {
        answer(new AppendResult.PartlyStored(List.of(), false, messagesOf(0, 1), cause, 0));
    }

    void acknowledge(long highWatermark, boolean flushed) {
        int next = appended.size();
        answer(failure.<AppendResult>map(cause -> new AppendResult.PartlyStored(appended, flushed,
            messagesOf(next, next + 1), cause, highWatermark))
            .orElseGet(() -> new AppendResult.AllStored(appended, flushed)));
    }

    /** Only what is below the high watermark is known to be stored. */
    void giveUp(long highWatermark, boolean flushed, BrokerException cause) {
        List<Appended> known = appended.stream().filter(where -> where.lastOffset() < highWatermark).toList();
        int attempted = appended.size() + (failure.isPresent() ? 1 : 0);
        answer(new AppendResult.PartlyStored(known, flushed, messagesOf(known.size(), attempted), cause,
            highWatermark));
    }

    private int messagesOf(int fromBatch, int toBatch) {
        return batches.subList(fromBatch, Math.min(toBatch, batches.size())).stream()
            .mapToInt(RecordBatch::recordCount).sum();
    }

    /** Only the first answer counts: a failure may find an append that another failure has answered. */
    private void answer(AppendResult result) {
        if (answered) return;
        answered = true;
        completion.accept(() -> answer.complete(result));
    }
}
