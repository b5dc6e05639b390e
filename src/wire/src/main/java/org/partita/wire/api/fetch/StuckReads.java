package org.partita.wire.api.fetch;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

import org.partita.core.broker.Broker;
import org.partita.core.broker.read.PartitionReader;

/**
 * Reads of a disk that hangs, which shall hold up no partition on another one: a fetch goes on without a read that
 * takes too long, and as long as that has not ended, no other one of its partition is begun. Thread-safe.
 *
 * <p>Fetches that wait for a read are looked through now and then, so none of them has a timer of its own.
 */
final class StuckReads {
    /** A fetch that does not want to wait gives a read so much time all the same. */
    static final long PATIENCE_MILLIS = 500;
    private static final long LOOK_MILLIS = 100;

    private final Broker broker;
    private final LongSupplier nowMillis;
    private final Set<Round> waiting = ConcurrentHashMap.newKeySet();
    private final Set<PartitionReader> stuck = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean looking = new AtomicBoolean();

    /** @param nowMillis never falls */
    StuckReads(Broker broker, LongSupplier nowMillis) {
        this.broker = broker;
        this.nowMillis = nowMillis;
    }

    /** A fetch with this deadline, which begins now to read, goes on without a read from this time on. */
    long patientUntilMillis(long deadlineMillis) {
        return Math.max(deadlineMillis, nowMillis.getAsLong() + PATIENCE_MILLIS);
    }

    /** It waits for a read, and for others maybe, until it is {@link #ended}. */
    void waits(Round round) {
        waiting.add(round);
        if (!looking.get() && looking.compareAndSet(false, true)) lookLater();
    }

    void ended(Round round) {
        waiting.remove(round);
    }

    void add(PartitionReader reader) {
        stuck.add(reader);
    }

    void remove(PartitionReader reader) {
        stuck.remove(reader);
    }

    boolean contains(PartitionReader reader) {
        return !stuck.isEmpty() && stuck.contains(reader);
    }

    private void lookLater() {
        CompletableFuture<Void> later = broker.await(List.of(), LOOK_MILLIS).over().toCompletableFuture();
        // The container ends when nothing can be planned any more: nobody would look again.
        if (later.isDone()) goOn(Long.MAX_VALUE);
        else later.thenRun(this::look);
    }

    private void look() {
        goOn(nowMillis.getAsLong());
        looking.set(false);
        if (!waiting.isEmpty() && looking.compareAndSet(false, true)) lookLater();
    }

    private void goOn(long untilMillis) {
        waiting.forEach(each -> each.goOnWithoutRead(untilMillis));
    }
}
