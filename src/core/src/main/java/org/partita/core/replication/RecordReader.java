package org.partita.core.replication;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import org.partita.core.execution.Budget;
import org.partita.core.idempotency.Stamp;
import org.partita.core.log.PartitionLog;
import org.partita.core.log.PartitionLog.LogRead;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.LogRecord;
import org.partita.core.record.PayloadSize;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordHeader;
import org.partita.core.record.UndecodableBatchException;
import org.partita.storage.BrokerException;
import org.partita.storage.CorruptSegmentException;

/** One read: cuts the records that were asked for out of whole batches. Waits for the disk. */
final class RecordReader {
    private static final int MIN_CHUNK_BYTES = 16 << 10;
    /** What a message and each of its headers take on the heap beside their bytes, about. */
    private static final int OBJECT_BYTES = 150;
    /** For the objects of ten thousand messages. Only headers, of which a log has many in few bytes, need more. */
    private static final int SPARE_HEAP_BYTES = 2 << 20;

    private final PartitionLog log;
    private final ReadRequest request;
    private final long endOffset;
    private final Codecs codecs;
    private final Budget inflatingBytes;
    private final List<LogRecord> records = new ArrayList<>();
    private long sizeBytes;
    private long heapBytes;
    private long nextOffset;
    private boolean full;
    private boolean postponed;

    /**
     * @param endOffset read only below this
     * @param inflatingBytes for compressed batches
     */
    RecordReader(PartitionLog log, ReadRequest request, long endOffset, Codecs codecs, Budget inflatingBytes) {
        this.log = log;
        this.request = request;
        this.endOffset = endOffset;
        this.codecs = codecs;
        this.inflatingBytes = inflatingBytes;
        this.nextOffset = request.offset();
    }

    void read() {
        while (!full && nextOffset < endOffset) {
            int wanted = (int) Math.max(MIN_CHUNK_BYTES, request.maxBytes() - sizeBytes);
            LogRead chunk = readUnlessDamaged(wanted);
            if (chunk.batches().isEmpty()) return;
            for (RecordBatch batch : chunk.batches()) {
                if (!full) take(batch);
            }
        }
    }

    /** What was read before damage is an answer; the next request, from there on, is told of it. */
    private LogRead readUnlessDamaged(int wantedBytes) {
        try {
            return log.read(nextOffset, endOffset, wantedBytes);
        } catch (CorruptSegmentException damaged) {
            if (records.isEmpty()) throw damaged;
            full = true;
            return new LogRead(List.of());
        }
    }

    /** A batch that cannot be decoded fails the fetch that begins with it, and ends one that began before it. */
    private void take(RecordBatch batch) {
        try {
            if (!batch.header().control()) takeWithinBudget(batch);
            if (!full) nextOffset = batch.nextOffset();
        } catch (BrokerException undecodable) {
            if (records.isEmpty()) throw new UndecodableBatchException(batch.header(), undecodable);
            full = true;
        }
    }

    /** Where the budget ends, the answer does; if there is nothing in it yet, the read is to be tried again. */
    private void takeWithinBudget(RecordBatch batch) {
        if (batch.compression() == Compression.NONE) {
            takeRecords(batch);
        } else if (inflatingBytes.tryReserve(RecordBatch.INFLATING_BYTES)) {
            try {
                takeRecords(batch);
            } finally {
                inflatingBytes.release(RecordBatch.INFLATING_BYTES);
            }
        } else {
            full = true;
            postponed = records.isEmpty();
        }
    }

    private void takeRecords(RecordBatch batch) {
        Iterator<LogRecord> all = batch.recordByRecord(codecs, RecordBatch.MAX_INFLATED_BYTES);
        while (!full && all.hasNext()) {
            LogRecord each = all.next();
            if (each.offset() >= nextOffset) take(shown(each), batch);
        }
    }

    private void take(LogRecord shown, RecordBatch batch) {
        long size = PayloadSize.of(shown);
        long heapSize = size + (1L + shown.headers().size()) * OBJECT_BYTES;
        full = !records.isEmpty() && (sizeBytes + size > request.maxBytes()
            || heapBytes + heapSize > (long) request.maxBytes() + SPARE_HEAP_BYTES);
        if (full) return;
        // What was inflated may be much larger than what is taken of it, and shall not live as long.
        records.add(batch.compression() == Compression.NONE ? shown : shown.detached());
        sizeBytes += size;
        heapBytes += heapSize;
        nextOffset = shown.offset() + 1;
        full = records.size() == request.maxMessages() || sizeBytes >= request.maxBytes();
    }

    private static LogRecord shown(LogRecord each) {
        List<RecordHeader> headers = Stamp.hiddenIn(each.headers());
        return headers == each.headers() ? each
            : new LogRecord(each.offset(), each.timestampMillis(), each.key(), each.value(), headers);
    }

    /** Whether there is no answer, because others inflate too much at the moment. */
    boolean postponed() {
        return postponed;
    }

    /** Whether waiting for more would not change the answer. */
    boolean satisfied() {
        return full || !records.isEmpty() && sizeBytes >= request.minBytes();
    }

    FetchedRecords result(ReplicaStatus status) {
        return new FetchedRecords(records, sizeBytes, heapBytes, nextOffset, status);
    }
}
