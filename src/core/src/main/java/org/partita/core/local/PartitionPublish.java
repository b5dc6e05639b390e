package org.partita.core.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.NotAttemptedException;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.log.Appended;
import org.partita.core.record.Compression;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.core.replication.AppendResult;
import org.partita.core.replication.AppendResult.PartlyStored;
import org.partita.core.replication.PayloadSize;
import org.partita.storage.BrokerException;

/** The messages of a request that go to one partition, in request order, and how their outcomes are told. */
final class PartitionPublish {
    private static final int TARGET_BATCH_BYTES = 1 << 20;
    private static final int RECORD_OVERHEAD_BYTES = 32;

    private final int partition;
    private final List<Integer> positions = new ArrayList<>();
    private final List<NewRecord> records = new ArrayList<>();
    private final List<Integer> recordsOfBatches = new ArrayList<>();
    private Optional<BrokerException> refusal = Optional.empty();

    PartitionPublish(int partition) {
        this.partition = partition;
    }

    int partition() {
        return partition;
    }

    /** @param position of the message in the request */
    void add(int position, NewRecord toAppend) {
        positions.add(position);
        records.add(toAppend);
    }

    /** The message is not fit to be stored; those of this partition that follow are left out. */
    void addRefused(int position, BrokerException cause) {
        positions.add(position);
        refusal = Optional.of(cause);
    }

    /** A message behind a refused one. */
    void addUnattempted(int position) {
        positions.add(position);
    }

    boolean refused() {
        return refusal.isPresent();
    }

    /** Batches of about 1 MiB; a larger record has one of its own. Empty if no message is fit to be stored. */
    List<RecordBatch> encode() {
        List<RecordBatch> batches = new ArrayList<>();
        int from = 0;
        long sizeBytes = 0;
        for (int i = 0; i < records.size(); i++) {
            NewRecord next = records.get(i);
            long nextBytes = PayloadSize.of(next.key(), next.value(), next.headers()) + RECORD_OVERHEAD_BYTES;
            if (i > from && sizeBytes + nextBytes > TARGET_BATCH_BYTES) {
                batches.add(batch(from, i));
                from = i;
                sizeBytes = 0;
            }
            sizeBytes += nextBytes;
        }
        if (from < records.size()) batches.add(batch(from, records.size()));
        return batches;
    }

    private RecordBatch batch(int from, int to) {
        recordsOfBatches.add(to - from);
        return RecordBatchEncoder.encode(Compression.NONE, records.subList(from, to));
    }

    /** Writes one outcome for each message to its position. */
    void tell(AppendResult result, AckPolicy acks, PublishOutcome[] outcomes) {
        int told = 0;
        for (int i = 0; i < result.stored().size(); i++) {
            Appended where = result.stored().get(i);
            for (int j = 0; j < recordsOfBatches.get(i); j++) {
                outcomes[positions.get(told)] = new PublishOutcome.Stored(partition, where.baseOffset() + j,
                    records.get(told).timestampMillis(), acks, 1, result.flushed());
                told++;
            }
        }
        if (result instanceof PartlyStored partly) {
            told = tellFailed(partly, told, outcomes);
            tellUnattempted(told, partly.failure(), outcomes);
        } else if (refusal.isPresent()) {
            outcomes[positions.get(told)] = new PublishOutcome.Failed(refusal.get());
            tellUnattempted(told + 1, refusal.get(), outcomes);
        }
    }

    private int tellFailed(PartlyStored partly, int from, PublishOutcome[] outcomes) {
        int told = from;
        int firstFailed = partly.stored().size();
        int failed = Math.max(1, partly.attempted());
        for (int i = firstFailed; i < Math.min(firstFailed + failed, recordsOfBatches.size()); i++) {
            for (int j = 0; j < recordsOfBatches.get(i); j++) {
                outcomes[positions.get(told++)] = new PublishOutcome.Failed(partly.failure());
            }
        }
        return told;
    }

    private void tellUnattempted(int from, BrokerException cause, PublishOutcome[] outcomes) {
        for (int i = from; i < positions.size(); i++) {
            outcomes[positions.get(i)] = new PublishOutcome.Failed(NotAttemptedException.after(cause));
        }
    }
}
