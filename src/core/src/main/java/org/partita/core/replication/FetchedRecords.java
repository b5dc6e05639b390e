package org.partita.core.replication;

import java.util.List;

import org.partita.core.record.LogRecord;

/**
 * Records below the high watermark; read on at {@code nextOffset}.
 *
 * @param sizeBytes of payload
 * @param heapBytes what the records take on the heap, about
 */
public record FetchedRecords(List<LogRecord> records, long sizeBytes, long heapBytes, long nextOffset,
                             ReplicaStatus status) {
    public FetchedRecords {
        records = List.copyOf(records);
    }

    static FetchedRecords none(long offset, ReplicaStatus status) {
        return new FetchedRecords(List.of(), 0, 0, offset, status);
    }
}
