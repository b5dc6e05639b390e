package org.partita.core.replication.read;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.partita.core.broker.read.SeenWatermark;
import org.partita.core.broker.read.Wait;
import org.partita.core.execution.Budget;
import org.partita.core.execution.Completions;
import org.partita.core.execution.Timers;

/** Readers that wait for any of several partitions. Thread-safe. */
public final class Waits {
    private final Completions completions;
    private final Timers timers;
    private final Budget watched;
    private final AtomicInteger count = new AtomicInteger();

    /** @param maxWatched partitions that are waited for, each once for everybody who does */
    public Waits(Completions completions, Timers timers, long maxWatched) {
        this.completions = completions;
        this.timers = timers;
        this.watched = new Budget(maxWatched);
    }

    /**
     * Where there are as many as may be, a wait ends at its deadline only: the reader is late, and not refused. Who
     * waits for no partition is not counted.
     *
     * @throws IllegalArgumentException if a reader is not one of a replica here: nothing would tell of more
     */
    public Wait begin(List<SeenWatermark> seen, long waitMillis) {
        for (SeenWatermark each : seen) viewOf(each);
        Waiting waiting = new Waiting(watched.tryReserve(seen.size()) ? seen : List.of(), seen.isEmpty() ? 0 : 1);
        waiting.begin(waitMillis);
        return waiting;
    }

    private static ReplicaView viewOf(SeenWatermark seen) {
        if (seen.reader() instanceof ReplicaReader ours) return ours.view();
        throw new IllegalArgumentException(seen.reader().getClass().getName() + " found, a reader of this broker "
            + "expected");
    }

    /** How many there are. */
    public int count() {
        return count.get();
    }

    private final class Waiting implements Wait {
        private final List<SeenWatermark> seen;
        private final int counted;
        private final CompletableFuture<Void> over = new CompletableFuture<>();
        private final AtomicBoolean ended = new AtomicBoolean();
        private final AtomicBoolean cleaned = new AtomicBoolean();
        /** How to call off what was begun; set when everything is. */
        private volatile List<Runnable> calls = List.of();
        private volatile boolean begun;

        private Waiting(List<SeenWatermark> seen, int counted) {
            this.seen = seen;
            this.counted = counted;
        }

        private void begin(long waitMillis) {
            count.addAndGet(counted);
            List<Runnable> begunSoFar = new ArrayList<>(seen.size() + 1);
            try {
                Timers.Cancellable timer = timers.schedule(waitMillis, this::end);
                begunSoFar.add(timer::cancel);
            } catch (RejectedExecutionException stopping) {
                end();
            }
            for (SeenWatermark each : seen) {
                if (ended.get()) break;
                begunSoFar.add(viewOf(each).watch(each.highWatermark(), this::end));
            }
            calls = begunSoFar;
            begun = true;
            if (ended.get()) completions.run(this::clean);
        }

        @Override
        public CompletionStage<Void> over() {
            return over;
        }

        @Override
        public void end() {
            if (ended.compareAndSet(false, true) && begun) completions.run(this::clean);
        }

        private void clean() {
            if (!cleaned.compareAndSet(false, true)) return;
            calls.forEach(Runnable::run);
            watched.release(seen.size());
            count.addAndGet(-counted);
            over.complete(null);
        }
    }
}
