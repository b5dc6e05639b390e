package org.partita.core.local;

import java.util.ArrayList;
import java.util.List;

import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.NewRecord;
import org.partita.core.record.PayloadSize;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.storage.StorageException;

/**
 * How the messages of a request become batches.
 *
 * @param maxTimestampFloorMillis see {@link RecordBatchEncoder}
 */
record BatchEncoding(Compression compression, Codecs codecs, long maxTimestampFloorMillis) {
    private static final int TARGET_BATCH_BYTES = 1 << 20;
    private static final int RECORD_OVERHEAD_BYTES = 32;
    /** The records of a batch, a copy of them, and twice what comes of it while that grows; with some room. */
    private static final int COMPRESSING_TIMES = 5;

    /**
     * Batches of about 1 MiB before compression; a larger record has one of its own. Compression takes its time, so
     * this is nothing for a loop.
     *
     * @throws StorageException if the codec cannot be loaded
     */
    List<RecordBatch> encode(List<NewRecord> records) {
        return encode(records, compression);
    }

    /** The same without compression. */
    List<RecordBatch> encodePlain(List<NewRecord> records) {
        return encode(records, Compression.NONE);
    }

    /** What a request holds on the heap with these: compression makes its messages no smaller. */
    long heldBytes(List<NewRecord> records, List<RecordBatch> encoded) {
        long batchBytes = encoded.stream().mapToLong(RecordBatch::sizeBytes).sum();
        if (compression == Compression.NONE) return batchBytes;
        return Math.max(batchBytes, records.stream().mapToLong(BatchEncoding::sizeBytes).sum());
    }

    /** What {@link #encode} needs of the heap while it compresses: batches are compressed one after the other. */
    long compressingBytes(List<NewRecord> records) {
        if (compression == Compression.NONE) return 0;
        long largest = 0;
        long sum = 0;
        for (NewRecord each : records) {
            long sizeBytes = sizeBytes(each);
            largest = Math.max(largest, sizeBytes);
            sum += sizeBytes;
        }
        return COMPRESSING_TIMES * Math.max(largest, Math.min(sum, TARGET_BATCH_BYTES));
    }

    private static long sizeBytes(NewRecord each) {
        return PayloadSize.of(each.key(), each.value(), each.headers()) + RECORD_OVERHEAD_BYTES;
    }

    private List<RecordBatch> encode(List<NewRecord> records, Compression how) {
        List<RecordBatch> batches = new ArrayList<>();
        int from = 0;
        long sizeBytes = 0;
        for (int i = 0; i < records.size(); i++) {
            long nextBytes = sizeBytes(records.get(i));
            if (i > from && sizeBytes + nextBytes > TARGET_BATCH_BYTES) {
                batches.add(batch(records.subList(from, i), how));
                from = i;
                sizeBytes = 0;
            }
            sizeBytes += nextBytes;
        }
        if (from < records.size()) batches.add(batch(records.subList(from, records.size()), how));
        return batches;
    }

    private RecordBatch batch(List<NewRecord> some, Compression how) {
        return RecordBatchEncoder.encode(how, codecs, some, maxTimestampFloorMillis);
    }
}
