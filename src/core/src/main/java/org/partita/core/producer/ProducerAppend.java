package org.partita.core.producer;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

import org.partita.core.log.Appended;
import org.partita.core.producer.SequenceCheck.Duplicate;
import org.partita.core.producer.SequenceCheck.Fenced;
import org.partita.core.producer.SequenceCheck.New;
import org.partita.core.producer.SequenceCheck.OutOfOrder;
import org.partita.core.record.BatchHeader;
import org.partita.core.record.InvalidBatchException;

/**
 * The batches of one append, each checked as if those before it were in the log. The table learns of a batch when it
 * is, so an append that fails half way has left the rest out. On the loop of the table, with no other append between
 * the first check and the end.
 */
public final class ProducerAppend {
    private final ProducerTable table;
    private final Map<Long, SequencePosition> ahead = new HashMap<>();
    private final Queue<BatchHeader> admitted = new ArrayDeque<>();

    ProducerAppend(ProducerTable table) {
        this.table = requireNonNull(table, "table");
    }

    /**
     * What this batch is, behind the new ones before it. If it is new it is to be appended, or {@link #ended} called.
     * A batch without a producer id is always new.
     *
     * @param sent as the client sent it: where it says it stands does not matter
     * @throws InvalidBatchException if no client may send such a batch
     */
    public SequenceCheck check(BatchHeader sent) {
        requireOfClient(sent);
        SequenceCheck result = sent.producerId() < 0 ? New.INSTANCE : checkNumbers(sent);
        if (result instanceof New) admit(sent);
        return result;
    }

    private static void requireOfClient(BatchHeader batch) {
        if (batch.control()) throw new InvalidBatchException("a control batch, which only brokers make");
        if (batch.producerId() >= 0 && !ProducerTable.isNumbered(batch)) {
            throw new InvalidBatchException("producer " + batch.producerId() + " with epoch " + batch.producerEpoch()
                + " and base sequence " + batch.baseSequence() + ", at least 0 expected");
        }
    }

    private SequenceCheck checkNumbers(BatchHeader batch) {
        Optional<ProducerEntry> known = table.find(batch.producerId());
        SequencePosition first = new SequencePosition(batch.producerEpoch(), batch.baseSequence());
        SequencePosition position = ahead.getOrDefault(batch.producerId(),
            known.map(ProducerEntry::position).orElse(first));
        if (first.epoch() < position.epoch()) return new Fenced(position.epoch());
        int expected = first.epoch() > position.epoch() ? 0 : position.nextSequence();
        Optional<Appended> original = known.flatMap(entry -> entry.find(batch));
        if (original.isPresent()) return new Duplicate(original.get());
        return first.nextSequence() == expected ? New.INSTANCE : new OutOfOrder(expected);
    }

    private void admit(BatchHeader batch) {
        admitted.add(batch);
        if (batch.producerId() < 0) return;
        ahead.put(batch.producerId(),
            SequencePosition.after(batch.producerEpoch(), batch.baseSequence(), batch.recordCount()));
    }

    /** The next of the new batches is in the log. */
    public void appended(Appended where, long nowMillis) {
        BatchHeader batch = admitted.remove();
        if (where.nextOffset() - where.baseOffset() != batch.recordCount()) {
            throw new IllegalStateException(where + " is not the batch of " + batch.recordCount() + " records whose "
                + "turn it is");
        }
        if (batch.producerId() < 0) return;
        table.appended(batch, where.baseOffset(), where.appendMillis(), nowMillis);
    }

    /** No more of the new batches will be appended. */
    public void ended() {
        admitted.clear();
        ahead.clear();
    }
}
