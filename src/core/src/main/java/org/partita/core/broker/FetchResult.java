package org.partita.core.broker;

import java.util.List;

import org.partita.core.record.LogRecord;

/** Records below the high watermark; continue at {@code nextOffset}. */
public record FetchResult(List<LogRecord> records, long nextOffset, long highWatermark, long logStartOffset) {
    public FetchResult {
        records = List.copyOf(records);
    }
}
