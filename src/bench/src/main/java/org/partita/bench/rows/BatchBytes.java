package org.partita.bench.rows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import org.partita.bench.record.SampleBatches;
import org.partita.core.record.RecordBatch;

/** Batches as they arrive, in a ring: both sides take the same buffers in the same order. */
final class BatchBytes {
    private static final int RING_BYTES = 8 << 20;
    private static final int MAX_DISTINCT = 64;

    private final List<ByteBuffer> ring = new ArrayList<>();
    private final int recordsPerBatch;
    private int next;

    /** @param maxBatchBytes each has as many records as fit */
    BatchBytes(int maxBatchBytes) {
        recordsPerBatch = SampleBatches.recordsFitting(maxBatchBytes);
        int distinct = Math.max(2, Math.min(MAX_DISTINCT, RING_BYTES / maxBatchBytes));
        for (int i = 0; i < distinct; i++) {
            RecordBatch batch = SampleBatches.batch(recordsPerBatch, i);
            ring.add(ByteBuffer.allocateDirect(batch.sizeBytes()).put(batch.bytes()).flip());
        }
    }

    /** A view with its own position. */
    ByteBuffer next() {
        next = next + 1 == ring.size() ? 0 : next + 1;
        return ring.get(next).duplicate();
    }

    int batchBytes() {
        return ring.get(0).remaining();
    }

    int recordsPerBatch() {
        return recordsPerBatch;
    }

    /** How many batches make up so many bytes. */
    int countFor(long totalBytes) {
        return (int) Math.max(1, totalBytes / batchBytes());
    }
}
