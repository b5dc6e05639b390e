package org.partita.core.record;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** A record that has no offset yet. A null value is a tombstone. */
public record NewRecord(long timestampMillis, Bytes key, Bytes value, List<RecordHeader> headers) {
    public NewRecord {
        requireNonNull(key, "key");
        requireNonNull(value, "value");
        headers = List.copyOf(headers);
    }
}
