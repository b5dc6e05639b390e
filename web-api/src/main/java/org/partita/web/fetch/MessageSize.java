package org.partita.web.fetch;

import org.partita.core.broker.FetchResult;
import org.partita.core.record.LogRecord;

/** What messages hold of the heap, about. */
public final class MessageSize {
    private static final long MESSAGE_BYTES = 100;
    private static final long HEADER_BYTES = 100;

    private MessageSize() {
    }

    public static long of(FetchResult result) {
        return result.records().stream().mapToLong(MessageSize::of).sum();
    }

    public static long of(LogRecord message) {
        long headerBytes = message.headers().stream()
            .mapToLong(header -> HEADER_BYTES + header.value().sizeBytes()).sum();
        return MESSAGE_BYTES + message.key().sizeBytes() + message.value().sizeBytes() + headerBytes;
    }
}
