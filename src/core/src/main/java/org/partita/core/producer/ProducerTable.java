package org.partita.core.producer;

import static java.util.Objects.requireNonNull;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import org.partita.core.execution.Budget;
import org.partita.core.record.BatchHeader;
import org.partita.storage.PartitionId;

/**
 * What one replica remembers of the idempotent producers in its log. Belongs to the replica's loop.
 *
 * <p>Tells of everything that was appended, and of nothing else: a log that is cut needs a new table, or this one
 * cleared and filled again. Retention takes nothing out. A producer is forgotten when its last append is long ago, or
 * when others need its place; then any sequence number of it is taken for the next.
 *
 * <p>Times are relative, so a wall clock that jumps forgets nothing. Only for entries of a snapshot the wall clock has
 * to be asked; an age it gives is never taken for less than 0.
 */
public final class ProducerTable {
    private final ProducerLimits limits;
    private final Budget shared;
    private final int guaranteed;
    /** In the order of their last appends. */
    private final Map<Long, ProducerEntry> entries = new LinkedHashMap<>();

    /** @param shared counts the producers of all tables of a broker, beyond those that each of them may have anyway */
    public ProducerTable(ProducerLimits limits, Budget shared) {
        this.limits = requireNonNull(limits, "limits");
        this.shared = requireNonNull(shared, "shared");
        this.guaranteed = Math.min(ProducerLimits.GUARANTEED, limits.perPartition());
    }

    public int size() {
        return entries.size();
    }

    /** What is asked and told by one append, which may have several batches. */
    public ProducerAppend begin(long nowMillis) {
        dropExpired(nowMillis);
        return new ProducerAppend(this);
    }

    Optional<ProducerEntry> find(long producerId) {
        return Optional.ofNullable(entries.get(producerId));
    }

    /** The batch is in the log, and was new. */
    void appended(BatchHeader batch, long baseOffset, OptionalLong appendMillis, long nowMillis) {
        ProducerEntry before = entries.get(batch.producerId());
        put(before == null ? ProducerEntry.of(batch, baseOffset, appendMillis, nowMillis)
            : before.plus(batch, baseOffset, appendMillis, nowMillis));
    }

    private void put(ProducerEntry entry) {
        if (entries.remove(entry.producerId()) == null) makeRoom();
        entries.put(entry.producerId(), entry);
    }

    private void makeRoom() {
        while (entries.size() >= limits.perPartition()) dropOldest();
        while (entries.size() >= guaranteed && !shared.tryReserve(1)) dropOldest();
    }

    private void dropOldest() {
        Iterator<ProducerEntry> oldest = entries.values().iterator();
        oldest.next();
        if (entries.size() > guaranteed) shared.release(1);
        oldest.remove();
    }

    public void dropExpired(long nowMillis) {
        while (!entries.isEmpty() && untilNextExpiryMillis(nowMillis) == 0) dropOldest();
    }

    /** When the one that has been idle longest is to be dropped; the whole time if there is none. */
    public long untilNextExpiryMillis(long nowMillis) {
        if (entries.isEmpty()) return limits.expirationMillis();
        long oldestMillis = entries.values().iterator().next().lastAppendMillis();
        return Math.max(0, oldestMillis + limits.expirationMillis() - nowMillis);
    }

    /**
     * What is known now, of a log that ends at this offset. Takes references to the entries, not a copy.
     *
     * @param leaderEpoch of the batch that ends there
     * @param wallMillis time of the broker's clock
     * @param nowMillis the same moment in relative time
     */
    public ProducerSnapshot capture(PartitionId id, long upToOffset, int leaderEpoch, long wallMillis,
                                    long nowMillis) {
        dropExpired(nowMillis);
        return new ProducerSnapshot(id, upToOffset, leaderEpoch, wallMillis - nowMillis,
            List.copyOf(entries.values()));
    }

    /**
     * Fills an empty table; {@link #recover} adds what is behind the snapshot.
     *
     * @param snapshot of this log: it has a batch of that leader epoch which ends at that offset
     * @param wallMillis time of the broker's clock
     * @param nowMillis the same moment in relative time
     */
    public void restore(ProducerSnapshot snapshot, long wallMillis, long nowMillis) {
        if (!entries.isEmpty()) throw new IllegalStateException(entries.size() + " producers are known already");
        for (ProducerEntry entry : snapshot.entries()) {
            long ageMillis = Math.max(0, wallMillis - snapshot.lastAppendWallMillis(entry));
            if (ageMillis >= limits.expirationMillis()) continue;
            put(entry.lastAppendedAt(nowMillis - ageMillis));
        }
    }

    /**
     * Adds a batch as it is found in the log, in the order of the log; the log is right whatever it says. When it was
     * appended is not known, so it counts as young: a start may make a producer remembered longer, never shorter.
     */
    public void recover(BatchHeader stored, long nowMillis) {
        if (stored.control() || !isNumbered(stored)) return;
        appended(stored, stored.baseOffset(), stored.appendMillis(), nowMillis);
    }

    static boolean isNumbered(BatchHeader batch) {
        return batch.producerId() >= 0 && batch.producerEpoch() >= 0 && batch.baseSequence() >= 0;
    }

    /** Forgets everything. */
    public void clear() {
        shared.release(Math.max(0, entries.size() - guaranteed));
        entries.clear();
    }
}
