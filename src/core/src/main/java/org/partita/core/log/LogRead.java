package org.partita.core.log;

import java.util.List;

import org.partita.core.record.RecordBatch;

/** Whole batches in ascending order without a gap; the first may begin below the offset that was asked for. */
public record LogRead(List<RecordBatch> batches) {
    public LogRead {
        batches = List.copyOf(batches);
    }
}
