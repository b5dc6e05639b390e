package org.partita.core.idempotency;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

import org.partita.core.execution.Budget;

/**
 * What one replica remembers of the keyed messages in its log. Belongs to the replica's loop.
 *
 * <p>An entry is made when its message is appended and forgotten a window later, in the order of the log. Its age is
 * measured by relative time, so a wall clock that jumps forgets nothing. Only for entries from before a start the wall
 * clock has to be asked; an age it gives is never taken for less than 0.
 */
public final class IdempotencyTable {
    private final int maxEntries;
    private final Budget shared;
    private final EntryTable entries = new EntryTable();
    private long windowMillis;
    private long lastAddedMillis = Long.MIN_VALUE;
    /** Every message of the log whose stamp is younger than this is in the table. */
    private long forgottenUpToMillis = Long.MIN_VALUE;

    /** @param shared counts the entries of all tables of a broker */
    public IdempotencyTable(long windowMillis, int maxEntries, Budget shared) {
        requireWindow(windowMillis);
        if (maxEntries < 1) throw new IllegalArgumentException("maxEntries " + maxEntries + " < 1");
        this.windowMillis = windowMillis;
        this.maxEntries = maxEntries;
        this.shared = requireNonNull(shared, "shared");
    }

    private static void requireWindow(long windowMillis) {
        if (windowMillis < 1) throw new IllegalArgumentException("windowMillis " + windowMillis + " < 1");
    }

    /**
     * The window from now on, also of the entries there are: a shorter one forgets at once what is older, a longer one
     * keeps what is not forgotten yet.
     */
    public void changeWindow(long changedMillis, long nowMillis) {
        requireWindow(changedMillis);
        windowMillis = changedMillis;
        dropExpired(nowMillis);
    }

    public int size() {
        return entries.count();
    }

    public long windowMillis() {
        return windowMillis;
    }

    public Optional<KnownMessage> find(Stamp stamp) {
        return entries.find(stamp);
    }

    /** Promises that so many entries can be added. @throws KeyTableFullException if they cannot */
    public void reserve(int more, long nowMillis) {
        if (more == 0) return;
        boolean fits = entries.count() + (long) more <= maxEntries;
        if (!fits || !shared.tryReserve(more)) {
            throw new KeyTableFullException(entries.count(), untilNextExpiryMillis(nowMillis));
        }
    }

    /** Gives back what was reserved and not added. */
    public void release(int fewer) {
        shared.release(fewer);
    }

    /** Adds an entry that was reserved. */
    public void add(Stamp stamp, long offset, long timestampMillis, long nowMillis) {
        lastAddedMillis = Math.max(lastAddedMillis, nowMillis);
        entries.add(stamp, offset, timestampMillis, lastAddedMillis);
    }

    /**
     * Adds an entry found in the log. At the limit the oldest gives way: a clock that was set back makes entries look
     * younger than they are, and there may be any number of these.
     */
    void recover(Stamp stamp, long offset, long timestampMillis, long addedMillis) {
        if (entries.count() == maxEntries) dropOldest();
        shared.reserve(1);
        add(stamp, offset, timestampMillis, addedMillis);
    }

    public void dropExpired(long nowMillis) {
        while (entries.count() > 0 && entries.oldestAddedMillis() + windowMillis <= nowMillis) dropOldest();
    }

    private void dropOldest() {
        forgetUpTo(entries.oldestTakenAtMillis());
        entries.dropOldest();
        shared.release(1);
    }

    /**
     * Where the log has to begin at the latest, for a start must find there what is remembered: the offset of the
     * oldest message within the window. {@link Long#MAX_VALUE} if there is none.
     */
    public long neededFromOffset(long nowMillis) {
        dropExpired(nowMillis);
        return entries.count() == 0 ? Long.MAX_VALUE : entries.oldestOffset();
    }

    /** When the oldest entry is to be dropped; a whole window if there is none. */
    public long untilNextExpiryMillis(long nowMillis) {
        if (entries.count() == 0) return windowMillis;
        return Math.max(0, entries.oldestAddedMillis() + windowMillis - nowMillis);
    }

    /** What is stamped up to then may be in the log and not in here. */
    void forgetUpTo(long takenAtMillis) {
        forgottenUpToMillis = Math.max(forgottenUpToMillis, takenAtMillis);
    }

    long forgottenUpToMillis() {
        return forgottenUpToMillis;
    }

    EntryPages.View view() {
        return entries.view();
    }

    /** Forgets everything. */
    public void clear() {
        shared.release(entries.count());
        entries.clear();
        lastAddedMillis = Long.MIN_VALUE;
        forgottenUpToMillis = Long.MIN_VALUE;
    }
}
