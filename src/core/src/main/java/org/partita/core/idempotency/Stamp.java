package org.partita.core.idempotency;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

import org.partita.core.record.Bytes;
import org.partita.core.record.RecordHeader;

/**
 * What the broker writes into a record that was published with a key.
 *
 * <p>Shape, as value of the header {@link #HEADER_NAME}: format u8 = 1, key fingerprint 16 bytes, index i32, content
 * fingerprint 16 bytes, time i64.
 *
 * @param key fingerprint of the idempotency key
 * @param index of the message in its request
 * @param content fingerprint of the message
 * @param takenAtMillis by the broker's clock, when it took the request
 */
public record Stamp(Fingerprint key, int index, Fingerprint content, long takenAtMillis) {
    /** No client may set it. HTTP does not show it; Kafka clients, which get records as they are stored, see it. */
    public static final String HEADER_NAME = "partita-idempotency";

    private static final byte FORMAT = 1;
    private static final int FINGERPRINT_BYTES = 2 * Long.BYTES;
    private static final int SIZE_BYTES = 1 + FINGERPRINT_BYTES + Integer.BYTES + FINGERPRINT_BYTES + Long.BYTES;

    public Stamp {
        requireNonNull(key, "key");
        requireNonNull(content, "content");
        if (index < 0) throw new IllegalArgumentException("index " + index + " < 0");
    }

    RecordHeader header() {
        ByteBuffer value = ByteBuffer.allocate(SIZE_BYTES).put(FORMAT);
        put(value, key);
        value.putInt(index);
        put(value, content);
        return new RecordHeader(HEADER_NAME, Bytes.of(value.putLong(takenAtMillis).flip()));
    }

    /** The stamp among the headers of a record. Empty if there is none, or one that this version does not read. */
    static Optional<Stamp> in(List<RecordHeader> headers) {
        for (RecordHeader header : headers) {
            if (isStamp(header)) return read(header.value());
        }
        return Optional.empty();
    }

    private static Optional<Stamp> read(Bytes value) {
        if (value.sizeBytes() != SIZE_BYTES) return Optional.empty();
        ByteBuffer in = value.buffer();
        if (in.get() != FORMAT) return Optional.empty();
        Fingerprint key = fingerprint(in);
        int index = in.getInt();
        Fingerprint content = fingerprint(in);
        return index < 0 ? Optional.empty() : Optional.of(new Stamp(key, index, content, in.getLong()));
    }

    /** What clients are shown of these headers; the same list if there is no stamp among them. */
    public static List<RecordHeader> hiddenIn(List<RecordHeader> headers) {
        for (RecordHeader header : headers) {
            if (isStamp(header)) return headers.stream().filter(each -> !isStamp(each)).toList();
        }
        return headers;
    }

    public static boolean isStamp(RecordHeader header) {
        return header.name().equals(HEADER_NAME);
    }

    private static void put(ByteBuffer out, Fingerprint fingerprint) {
        out.putLong(fingerprint.high()).putLong(fingerprint.low());
    }

    private static Fingerprint fingerprint(ByteBuffer in) {
        return new Fingerprint(in.getLong(), in.getLong());
    }
}
