package org.partita.core.record;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** A record as it stands in the log. */
public record LogRecord(long offset, long timestampMillis, Bytes key, Bytes value, List<RecordHeader> headers) {
    /** 9999-12-31T23:59:59.999Z. Times a client may set lie between 1970 and this. */
    public static final long MAX_TIMESTAMP_MILLIS = 253_402_300_799_999L;

    public LogRecord {
        if (offset < 0) throw new IllegalArgumentException("offset " + offset + " < 0");
        requireNonNull(key, "key");
        requireNonNull(value, "value");
        headers = List.copyOf(headers);
    }

    /** A copy that does not keep in memory what this was cut out of. */
    public LogRecord detached() {
        return new LogRecord(offset, timestampMillis, key.detached(), value.detached(),
            headers.stream().map(each -> new RecordHeader(each.name(), each.value().detached())).toList());
    }
}
