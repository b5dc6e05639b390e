package org.partita.core.append;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

import org.partita.core.idempotency.IdempotencyKeyReusedException;
import org.partita.core.idempotency.IdempotencyTable;
import org.partita.core.idempotency.KeyTableFullException;
import org.partita.core.idempotency.KnownMessage;
import org.partita.core.idempotency.Stamp;
import org.partita.core.log.Appended;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordBatch;
import org.partita.storage.BrokerException;

/** Messages with a key: those the partition knows already are not stored again. */
public final class KeyedContent implements AppendContent {
    private final List<NewRecord> records;
    private final List<Stamp> stamps;
    private final List<RecordBatch> encoded;
    private final long heldBytes;
    private final long notBeforeMillis;
    private final Function<List<NewRecord>, List<RecordBatch>> encoderOfRest;
    private final List<Optional<KnownMessage>> known = new ArrayList<>();
    private List<Integer> fresh;
    private Optional<BrokerException> refusal = Optional.empty();
    private long knownEndOffset;
    private int reserved;
    private int nextFresh;

    /**
     * @param stamps one for each record; the records have them in their headers
     * @param encoded all records, in their order
     * @param encoderOfRest for those that are left when others are known; it keeps their order and takes little time,
     *     for it runs on the loop
     */
    public KeyedContent(List<NewRecord> records, List<Stamp> stamps, List<RecordBatch> encoded, long heldBytes,
                        Function<List<NewRecord>, List<RecordBatch>> encoderOfRest) {
        this.records = List.copyOf(records);
        this.stamps = List.copyOf(stamps);
        this.encoded = List.copyOf(encoded);
        this.heldBytes = heldBytes;
        this.notBeforeMillis = stamps.stream().mapToLong(Stamp::takenAtMillis).max().orElse(Long.MIN_VALUE);
        this.encoderOfRest = requireNonNull(encoderOfRest, "encoderOfRest");
        this.fresh = IntStream.range(0, this.records.size()).boxed().toList();
        if (this.records.size() != this.stamps.size()) {
            throw new IllegalArgumentException(this.records.size() + " records, " + this.stamps.size() + " stamps");
        }
    }

    @Override
    public List<RecordBatch> encoded() {
        return encoded;
    }

    @Override
    public long heldBytes() {
        return heldBytes;
    }

    /** The max timestamp of a batch must not be below the time of a stamp in it. */
    @Override
    public long notBeforeMillis() {
        return notBeforeMillis;
    }

    @Override
    public List<RecordBatch> admit(LogMemory memory, long nowMillis) {
        IdempotencyTable table = memory.keys();
        table.dropExpired(nowMillis);
        List<Integer> unknown = new ArrayList<>();
        int reused = -1;
        for (int i = 0; i < stamps.size(); i++) {
            Optional<KnownMessage> found = table.find(stamps.get(i));
            known.add(found);
            if (found.isEmpty()) unknown.add(i);
            else if (isReused(i) && reused < 0) reused = i;
            else knownEndOffset = Math.max(knownEndOffset, found.get().offset() + 1);
        }
        fresh = List.copyOf(unknown);
        if (reused >= 0) throw refused(reuseOf(reused));
        try {
            table.reserve(fresh.size(), nowMillis);
        } catch (KeyTableFullException full) {
            throw refused(full);
        }
        reserved = fresh.size();
        if (fresh.size() == records.size()) return encoded;
        return fresh.isEmpty() ? List.of() : encoderOfRest.apply(fresh.stream().map(records::get).toList());
    }

    private BrokerException refused(BrokerException cause) {
        refusal = Optional.of(cause);
        return cause;
    }

    @Override
    public void appended(Appended where, LogMemory memory, long nowMillis) {
        for (long offset = where.baseOffset(); offset <= where.lastOffset(); offset++) {
            int index = fresh.get(nextFresh++);
            long timestampMillis = where.timestampMillis(records.get(index).timestampMillis());
            memory.keys().add(stamps.get(index), offset, timestampMillis, nowMillis);
            reserved--;
        }
    }

    @Override
    public void ended(LogMemory memory) {
        memory.keys().release(reserved);
        reserved = 0;
    }

    @Override
    public long knownEndOffset() {
        return knownEndOffset;
    }

    /** Indexes of the messages that were not known, ascending; all while nothing was admitted. */
    public List<Integer> fresh() {
        return fresh;
    }

    /** Why none of the fresh messages was appended, if that was decided by the table. */
    public Optional<BrokerException> refusal() {
        return refusal;
    }

    /** The message that was in the log under the stamp of this one, whatever its content. */
    public Optional<KnownMessage> known(int index) {
        return known.isEmpty() ? Optional.empty() : known.get(index);
    }

    /** Whether another message was in the log under the stamp of this one. */
    public boolean isReused(int index) {
        return known(index).filter(found -> !found.content().equals(stamps.get(index).content())).isPresent();
    }

    public IdempotencyKeyReusedException reuseOf(int index) {
        return new IdempotencyKeyReusedException(stamps.get(index).index(), known(index).orElseThrow().offset());
    }
}
