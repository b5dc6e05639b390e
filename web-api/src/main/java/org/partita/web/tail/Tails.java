package org.partita.web.tail;

import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import org.partita.broker.TailThreads;
import org.partita.core.execution.Budget;
import org.partita.core.execution.Loop;
import org.partita.core.execution.SerialExecutor;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.web.problem.Problems;

/** All tails of a broker, and what they may take of it together. Thread-safe. */
public final class Tails {
    private static final int MAX_TAILS = 1_000;
    /** Half of the fetches that may wait: a tail waits in each of its partitions. */
    private static final int MAX_PARTITIONS = 5_000;
    /** More than the fetches, timers and signs of readiness of one tail can be. */
    private static final int LOOP_TASKS_WAITING = 1_000;

    /** Of one partition. As many as threads that read. */
    private static final int READS_AT_A_TIME = 8;

    private static final long LIFE_SIGN_MILLIS = 10_000;
    private static final long LIFE_SIGN_STEP_MILLIS = 50;
    private static final int LIFE_SIGN_STEPS = 64;

    private final AtomicInteger begun = new AtomicInteger();
    private final Budget tails = new Budget(MAX_TAILS);
    private final Budget partitions = new Budget(MAX_PARTITIONS);
    private final Budget bytes;
    private final ReadTurns turns = new ReadTurns(READS_AT_A_TIME);

    /** @param maxBytes of messages and their events that are held for clients */
    public Tails(long maxBytes) {
        bytes = new Budget(maxBytes);
        // Loads what the end of a tail needs: while the broker stops, classes of the application cannot be loaded.
        TailEvents.end(Problems.endOf(full(), ""));
    }

    /** How many there are, those that are being ended included. */
    public int open() {
        return (int) tails.used();
    }

    /** Bytes of messages that are held for clients. */
    public long heldBytes() {
        return bytes.used();
    }

    /**
     * Answers the request under way with a tail. On its thread.
     *
     * @param starts the offset to begin at, of each partition of {@code place}
     * @throws LeaderUnavailableException if there is no room for it; then nothing was sent
     */
    void begin(TailThreads threads, StreamOpening opening, String requestId, TailSource source, TailPlace place,
               CompletionStage<long[]> starts) throws IOException {
        int count = place.partitions();
        reserve(count);
        EventStream stream;
        try {
            stream = opening.begin();
        } catch (IOException | RuntimeException | Error failed) {
            giveBack(count);
            throw failed;
        }
        Loop loop = new Loop(new SerialExecutor(threads.work(), LOOP_TASKS_WAITING), threads.timers());
        TailOutput output = new TailOutput(stream, threads.timers(), nextLifeSignMillis());
        Tail tail = new Tail(source, place, new TailSlot(bytes, () -> giveBack(count)), turns, output, requestId, loop,
            threads.timers());
        try {
            stream.listen(tail);
            tail.begin(starts);
        } catch (RuntimeException | Error failed) {
            tail.failed(failed);
            throw failed;
        }
    }

    /** Not the same for all, for those that were opened together would be written to together for ever. */
    private long nextLifeSignMillis() {
        return LIFE_SIGN_MILLIS - LIFE_SIGN_STEP_MILLIS * (begun.getAndIncrement() & LIFE_SIGN_STEPS - 1);
    }

    /** Sends the beginning of the answer. */
    @FunctionalInterface
    interface StreamOpening {
        EventStream begin() throws IOException;
    }

    private void reserve(int count) {
        if (!tails.tryReserve(1)) throw full();
        if (!partitions.tryReserve(count)) {
            tails.release(1);
            throw full();
        }
    }

    private void giveBack(int count) {
        partitions.release(count);
        tails.release(1);
    }

    private static LeaderUnavailableException full() {
        return new LeaderUnavailableException("This broker has as many tails open as it can hold: " + MAX_TAILS
            + ", in " + MAX_PARTITIONS + " partitions. Close some, or try again a little later.");
    }
}
