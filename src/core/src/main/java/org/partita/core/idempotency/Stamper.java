package org.partita.core.idempotency;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import org.partita.core.record.Bytes;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordHeader;

/** Stamps the messages of one request that has a key. @param takenAtMillis by the broker's clock */
public record Stamper(Fingerprint key, long takenAtMillis) {
    public Stamper {
        requireNonNull(key, "key");
    }

    public static Stamper of(IdempotencyKey key, long takenAtMillis) {
        return new Stamper(Fingerprint.of(key), takenAtMillis);
    }

    /** Stands for the key of a message that has none: it goes to the same place whenever the request is repeated. */
    public Bytes placementOf(int index) {
        return Bytes.of(ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES).putLong(key.high()).putLong(key.low())
            .putInt(index).flip());
    }

    public Stamp stamp(int index, Fingerprint content) {
        return new Stamp(key, index, content, takenAtMillis);
    }

    /** The record as it is stored. */
    public static NewRecord stamped(NewRecord unstamped, Stamp stamp) {
        List<RecordHeader> headers = new ArrayList<>(unstamped.headers().size() + 1);
        headers.addAll(unstamped.headers());
        headers.add(stamp.header());
        return new NewRecord(unstamped.timestampMillis(), unstamped.key(), unstamped.value(), headers);
    }
}
