package org.partita.wire.api.fetch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import org.partita.core.broker.Broker;
import org.partita.core.broker.read.PartitionReader;

/**
 * Reads of a disk that hangs, which shall hold up no partition on another one: a fetch goes on without a read that
 * takes longer than {@value #PATIENCE_MILLIS} ms, however long the fetch may wait and whatever came of its other reads,
 * and as long as that read has not ended, no other one of its partition is begun. Thread-safe.
 *
 * <p>Reads that are waited for are looked through now and then, so none of them has a timer of its own.
 */
final class StuckReads {
    static final long PATIENCE_MILLIS = 500;
    private static final long LOOK_MILLIS = 100;

    private final Broker broker;
    private final LongSupplier nowMillis;
    private final Set<PendingRead> waiting = ConcurrentHashMap.newKeySet();
    /** How many reads of a partition were given up and have not ended. */
    private final Map<PartitionReader, Integer> stuck = new ConcurrentHashMap<>();
    private final AtomicBoolean looking = new AtomicBoolean();

    /** @param nowMillis never falls */
    StuckReads(Broker broker, LongSupplier nowMillis) {
        this.broker = broker;
        this.nowMillis = nowMillis;
    }

    long nowMillis() {
        return nowMillis.getAsLong();
    }

    boolean contains(PartitionReader reader) {
        return !stuck.isEmpty() && stuck.containsKey(reader);
    }

    /**
     * The round goes on with what is read, or without, on another thread maybe before this returns.
     *
     * @param next never fails
     */
    void await(Round round, PartitionReader reader, CompletableFuture<Found> next) {
        PendingRead read = new PendingRead(round, reader, nowMillis());
        waiting.add(read);
        next.thenAccept(result -> ended(read, result));
        try {
            lookIfNobodyDoes();
        } catch (RuntimeException | Error unforeseen) {
            giveUp(read, waiter -> waiter.fail(unforeseen));
        }
    }

    private void ended(PendingRead read, Found result) {
        Optional<Round> waiter = read.take();
        if (waiter.isPresent()) {
            waiting.remove(read);
            waiter.get().goOnWith(result);
        } else {
            result.batches().release();
            stuck.computeIfPresent(read.reader(), StuckReads::oneLess);
        }
    }

    private static Integer oneLess(PartitionReader reader, int count) {
        return count == 1 ? null : Integer.valueOf(count - 1);
    }

    private void giveUp(PendingRead read, Consumer<Round> next) {
        // Before it is given up: once it is, its end counts it down.
        stuck.merge(read.reader(), 1, Integer::sum);
        Optional<Round> waiter = read.take();
        if (waiter.isPresent()) {
            waiting.remove(read);
            next.accept(waiter.get());
        } else {
            stuck.computeIfPresent(read.reader(), StuckReads::oneLess);
        }
    }

    private void lookIfNobodyDoes() {
        if (waiting.isEmpty() || looking.get() || !looking.compareAndSet(false, true)) return;
        try {
            CompletableFuture<Void> later = broker.await(List.of(), LOOK_MILLIS).over().toCompletableFuture();
            // The container has ended: nothing is planned or handed on any more, so nobody would look again.
            if (later.isDone()) look(Long.MAX_VALUE);
            else later.thenRun(() -> look(nowMillis()));
        } catch (RuntimeException | Error unforeseen) {
            looking.set(false);
            throw unforeseen;
        }
    }

    /** Whatever fails, somebody looks as long as a read is waited for. */
    private void look(long untilMillis) {
        try {
            for (PendingRead each : waiting) {
                if (each.isOverdue(untilMillis)) giveUp(each, round -> round.goOnWithout(each.reader()));
            }
        } finally {
            looking.set(false);
            lookIfNobodyDoes();
        }
    }
}
