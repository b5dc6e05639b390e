package org.partita.core.append;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

import org.partita.core.log.Appended;
import org.partita.core.producer.OutOfOrderSequenceException;
import org.partita.core.producer.ProducerAppend;
import org.partita.core.producer.ProducerFencedException;
import org.partita.core.producer.SequenceCheck;
import org.partita.core.producer.SequenceCheck.Duplicate;
import org.partita.core.producer.SequenceCheck.Fenced;
import org.partita.core.producer.SequenceCheck.OutOfOrder;
import org.partita.core.record.BatchHeader;
import org.partita.core.record.RecordBatch;

/** One batch as its producer sent it. If the log has it already, it is answered with where that is. */
public final class ProducedContent implements AppendContent {
    /** What the objects around the smallest of batches take until it is answered, about. */
    private static final long OBJECT_BYTES = 1 << 10;

    private final RecordBatch batch;
    private Optional<ProducerAppend> append = Optional.empty();
    private Optional<Appended> original = Optional.empty();

    /** @param batch whose records have been checked; its bytes are not touched any more when the append is answered */
    public ProducedContent(RecordBatch batch) {
        this.batch = requireNonNull(batch, "batch");
    }

    @Override
    public List<RecordBatch> encoded() {
        return List.of(batch);
    }

    @Override
    public long heldBytes() {
        return batch.sizeBytes() + OBJECT_BYTES;
    }

    @Override
    public long notBeforeMillis() {
        return Long.MIN_VALUE;
    }

    @Override
    public List<RecordBatch> admit(LogMemory known, long nowMillis) {
        ProducerAppend begun = known.producers().begin(nowMillis);
        SequenceCheck check = begun.check(batch.header());
        BatchHeader header = batch.header();
        if (check instanceof OutOfOrder gap) {
            throw new OutOfOrderSequenceException(header.producerId(), header.baseSequence(), gap.expected());
        }
        if (check instanceof Fenced fenced) {
            throw new ProducerFencedException(header.producerId(), header.producerEpoch(), fenced.currentEpoch());
        }
        if (check instanceof Duplicate duplicate) {
            original = Optional.of(duplicate.original());
            return List.of();
        }
        append = Optional.of(begun);
        return encoded();
    }

    @Override
    public void appended(Appended where, LogMemory known, long nowMillis) {
        append.orElseThrow().appended(where, nowMillis);
    }

    @Override
    public void ended(LogMemory known) {
        append.ifPresent(ProducerAppend::ended);
    }

    @Override
    public long knownEndOffset() {
        return original.map(Appended::nextOffset).orElse(0L);
    }

    /** Where the log had this batch before; empty if it was new, or nothing was admitted. */
    public Optional<Appended> original() {
        return original;
    }
}
