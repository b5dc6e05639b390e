package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

import org.partita.core.record.Bytes;
import org.partita.core.record.RecordHeader;

/** One message to publish. Without a partition it goes where its key says, without a key anywhere. */
public record OutboundMessage(Bytes key, Bytes value, List<RecordHeader> headers, int partitionOrAny,
                              long timestampMillisOrNow) {
    public static final int ANY_PARTITION = -1;
    public static final long NOW = Long.MIN_VALUE;

    public OutboundMessage {
        requireNonNull(key, "key");
        requireNonNull(value, "value");
        headers = List.copyOf(headers);
    }

    public OptionalInt partition() {
        return partitionOrAny == ANY_PARTITION ? OptionalInt.empty() : OptionalInt.of(partitionOrAny);
    }

    public OptionalLong timestampMillis() {
        return timestampMillisOrNow == NOW ? OptionalLong.empty() : OptionalLong.of(timestampMillisOrNow);
    }
}
