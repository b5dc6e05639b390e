package org.partita.wire.api.fetch;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

import org.partita.core.broker.Broker;
import org.partita.core.broker.read.Wait;
import org.partita.core.execution.Failures;
import org.partita.wire.records.BatchTaker;

/** One fetch: reads, and waits and reads again until there is enough, somebody has to know, or time is up. */
final class LongPoll {
    private static final Wait NONE = new Wait() {
        @Override
        public CompletionStage<Void> over() {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void end() {
            // Nobody waits.
        }
    };

    /** Until another look for room, which nobody tells of. */
    private static final long ROOM_MILLIS = 50;
    /** The same where a read is stuck, which takes longer to change: all other partitions are read again. */
    private static final long STUCK_MILLIS = 500;

    private final Broker broker;
    private final BatchTaker taker;
    private final List<Wish> wishes;
    private final Terms terms;
    private final LongSupplier nowMillis;
    private final CompletionStage<Void> hurry;
    private final StuckReads stuck;
    private final AtomicReference<Wait> wait = new AtomicReference<>(NONE);
    private final CompletableFuture<List<Found>> answer = new CompletableFuture<>();

    /** @param deadlineMillis by the clock of the poll */
    record Terms(int maxBytes, int minBytes, long deadlineMillis) {
        /** More than all it may get is not to be waited for. */
        Terms within(List<Wish> wishes) {
            long allowed = wishes.stream().mapToLong(wish -> Math.max(0, wish.maxBytes())).sum();
            return new Terms(maxBytes, (int) Math.min(minBytes, Math.min(maxBytes, allowed)), deadlineMillis);
        }
    }

    LongPoll(Broker broker, BatchTaker taker, List<Wish> wishes, Terms terms, LongSupplier nowMillis,
             CompletionStage<Void> hurry, StuckReads stuck) {
        this.broker = broker;
        this.taker = taker;
        this.wishes = wishes;
        this.terms = terms.within(wishes);
        this.nowMillis = nowMillis;
        this.hurry = hurry;
        this.stuck = stuck;
    }

    CompletionStage<List<Found>> run() {
        hurry.thenRun(() -> wait.get().end());
        read();
        return answer;
    }

    private void read() {
        Round next = new Round(broker, taker, wishes, terms.maxBytes(), stuck, hurry);
        next.run().whenComplete((round, failure) -> {
            if (failure != null) {
                answer.completeExceptionally(Failures.bare(failure));
                return;
            }
            try {
                consider(round);
            } catch (RuntimeException | Error unforeseen) {
                round.release();
                answer.completeExceptionally(unforeseen);
            }
        });
    }

    private void consider(Round round) {
        long leftMillis = terms.deadlineMillis() - nowMillis.getAsLong();
        boolean enough = round.urgent() || round.reachedBytes() >= terms.minBytes() || round.seen().isEmpty()
            || round.full();
        if (enough || leftMillis <= 0 || hurried()) {
            answer.complete(round.found());
            return;
        }
        round.release();
        Wait next = broker.await(round.seen(), Math.min(leftMillis, nextLookMillis(round)));
        wait.set(next);
        // Whoever hurried before this was set ended another one.
        if (hurried()) next.end();
        next.over().thenRun(this::read);
    }

    private static long nextLookMillis(Round round) {
        if (round.lackedRoom()) return ROOM_MILLIS;
        return round.metStuck() ? STUCK_MILLIS : Long.MAX_VALUE;
    }

    private boolean hurried() {
        return hurry.toCompletableFuture().isDone();
    }
}
