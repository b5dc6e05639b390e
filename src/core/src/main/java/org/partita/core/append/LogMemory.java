package org.partita.core.append;

import static java.util.Objects.requireNonNull;

import org.partita.core.idempotency.IdempotencyTable;
import org.partita.core.idempotency.KeySnapshots;
import org.partita.core.producer.ProducerSnapshots;
import org.partita.core.producer.ProducerTable;

/**
 * What a replica remembers of its log so that nothing is stored twice: messages with a key, and idempotent producers.
 * Belongs to the replica's loop, but for {@link #persist}. Times are relative.
 */
public final class LogMemory {
    private final IdempotencyTable keys;
    private final ProducerTable producers;
    private final KeySnapshots keySnapshots;
    private final ProducerSnapshots producerSnapshots;

    /** Of one log: both tables tell of all that is in it and not forgotten. */
    public LogMemory(IdempotencyTable keys, ProducerTable producers, KeySnapshots keySnapshots,
                     ProducerSnapshots producerSnapshots) {
        this.keys = requireNonNull(keys, "keys");
        this.producers = requireNonNull(producers, "producers");
        this.keySnapshots = requireNonNull(keySnapshots, "keySnapshots");
        this.producerSnapshots = requireNonNull(producerSnapshots, "producerSnapshots");
    }

    IdempotencyTable keys() {
        return keys;
    }

    ProducerTable producers() {
        return producers;
    }

    public boolean isEmpty() {
        return keys.size() == 0 && producers.size() == 0;
    }

    /** When all of the log is durable: what is known now is written with the next {@link #persist}. Does not wait. */
    public void capture(long wallMillis, long nowMillis) {
        keySnapshots.capture(keys, nowMillis);
        producerSnapshots.capture(producers, wallMillis, nowMillis);
    }

    /** Writes what was captured last. Waits for the disk; by one thread at a time, off the loop. */
    public void persist() {
        keySnapshots.persist();
        producerSnapshots.persist();
    }

    /** As {@link IdempotencyTable#neededFromOffset}. Of producers a start may know less than the log had. */
    public long neededFromOffset(long nowMillis) {
        return keys.neededFromOffset(nowMillis);
    }

    /** As {@link IdempotencyTable#changeWindow}. */
    public void changeKeyWindow(long changedMillis, long nowMillis) {
        keys.changeWindow(changedMillis, nowMillis);
    }

    public void dropExpired(long nowMillis) {
        keys.dropExpired(nowMillis);
        producers.dropExpired(nowMillis);
    }

    /** When the next of what is known is to be dropped; asked only if there is any. */
    public long untilNextExpiryMillis(long nowMillis) {
        if (producers.size() == 0) return keys.untilNextExpiryMillis(nowMillis);
        if (keys.size() == 0) return producers.untilNextExpiryMillis(nowMillis);
        return Math.min(keys.untilNextExpiryMillis(nowMillis), producers.untilNextExpiryMillis(nowMillis));
    }

    /** Forgets everything, and gives back what others may remember in its place. */
    public void clear() {
        keys.clear();
        producers.clear();
    }
}
