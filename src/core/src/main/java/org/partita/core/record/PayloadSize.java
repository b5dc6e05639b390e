package org.partita.core.record;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** How big a message is where limits speak of it: key and value, and of each header name, value and 4 bytes. */
public final class PayloadSize {
    private static final int HEADER_EXTRA_BYTES = 4;

    private PayloadSize() {
    }

    public static long of(Bytes key, Bytes value, List<RecordHeader> headers) {
        long size = (long) key.sizeBytes() + value.sizeBytes();
        for (RecordHeader header : headers) {
            size += header.name().getBytes(StandardCharsets.UTF_8).length;
            size += header.value().sizeBytes() + HEADER_EXTRA_BYTES;
        }
        return size;
    }

    public static long of(LogRecord logged) {
        return of(logged.key(), logged.value(), logged.headers());
    }
}
