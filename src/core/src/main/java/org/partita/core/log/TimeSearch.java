package org.partita.core.log;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

import org.partita.core.log.time.TimedOffset;
import org.partita.core.record.Codecs;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.UndecodableBatchException;
import org.partita.storage.BrokerException;
import org.partita.storage.PartitionId;

/** Finds the first record that is not older than a time. Timestamps may go up and down. */
final class TimeSearch {
    private static final int READ_BYTES = 64 << 10;

    private final PartitionId partition;
    private final LogSnapshot snapshot;
    private final long timestampMillis;
    private final long maxOffset;

    TimeSearch(PartitionId partition, LogSnapshot snapshot, long timestampMillis, long maxOffset) {
        this.partition = partition;
        this.snapshot = snapshot;
        this.timestampMillis = timestampMillis;
        this.maxOffset = maxOffset;
    }

    /** The record; those of control batches are no records. */
    Optional<TimedOffset> find(Codecs codecs, int maxDecompressedBytes) {
        return find(batch -> findIn(batch, codecs, maxDecompressedBytes));
    }

    /** Offset of the first batch whose max timestamp says that it may hold such a record. */
    OptionalLong findBatch() {
        Optional<TimedOffset> found = find(batch -> batch.maxTimestampMillis() < timestampMillis ? Optional.empty()
            : first(batch));
        return found.isEmpty() ? OptionalLong.empty() : OptionalLong.of(found.get().offset());
    }

    private Optional<TimedOffset> find(Function<RecordBatch, Optional<TimedOffset>> inBatch) {
        for (int i = 0; i < snapshot.segmentCount(); i++) {
            Segment segment = snapshot.segment(i);
            if (segment.endOffset() <= snapshot.startOffset()) continue;
            boolean older = timestampMillis >= 0 && segment.index().maxTimestampMillis() < timestampMillis;
            Optional<TimedOffset> found = older ? Optional.empty() : findIn(segment, inBatch);
            if (found.isPresent()) return found;
        }
        return Optional.empty();
    }

    private Optional<TimedOffset> findIn(Segment segment, Function<RecordBatch, Optional<TimedOffset>> inBatch) {
        long end = Math.min(segment.endOffset(), maxOffset);
        long older = segment.baseOffset() + segment.index().lastOlderThan(timestampMillis);
        long next = Math.max(snapshot.startOffset(), older + 1);
        while (next < end) {
            List<RecordBatch> batches = new LogReader(partition, snapshot, next, end, READ_BYTES).read();
            if (batches.isEmpty()) return Optional.empty();
            for (RecordBatch batch : batches) {
                Optional<TimedOffset> found = inBatch.apply(batch);
                if (found.isPresent()) return found;
                next = batch.nextOffset();
            }
        }
        return Optional.empty();
    }

    private Optional<TimedOffset> findIn(RecordBatch batch, Codecs codecs, int maxDecompressedBytes) {
        if (batch.maxTimestampMillis() < timestampMillis || batch.header().control()) return Optional.empty();
        if (batch.header().appendTime()) return first(batch);
        try {
            Iterator<LogRecord> records = batch.recordByRecord(codecs, maxDecompressedBytes);
            while (records.hasNext()) {
                LogRecord each = records.next();
                if (each.timestampMillis() >= timestampMillis && each.offset() >= snapshot.startOffset()) {
                    return Optional.of(found(batch, each.offset(), each.timestampMillis()));
                }
            }
            return Optional.empty();
        } catch (BrokerException e) {
            throw new UndecodableBatchException(batch.header(), e);
        }
    }

    private Optional<TimedOffset> first(RecordBatch batch) {
        return Optional.of(found(batch, Math.max(batch.baseOffset(), snapshot.startOffset()),
            batch.maxTimestampMillis()));
    }

    private static TimedOffset found(RecordBatch batch, long offset, long timestampMillis) {
        return new TimedOffset(offset, timestampMillis, batch.header().leaderEpoch());
    }
}
