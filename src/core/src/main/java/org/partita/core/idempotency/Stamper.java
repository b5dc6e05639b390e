package org.partita.core.idempotency;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import org.partita.core.record.Bytes;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordHeader;

/**
 * Stamps the messages of one request that has a key, or of a part of it.
 *
 * @param takenAtMillis by the broker's clock
 * @param firstIndex how many messages of the request came in earlier parts
 */
public record Stamper(Fingerprint key, long takenAtMillis, int firstIndex) {
    public Stamper {
        requireNonNull(key, "key");
        if (firstIndex < 0) throw new IllegalArgumentException("firstIndex " + firstIndex + " < 0");
    }

    public static Stamper of(IdempotencyKey key, long takenAtMillis, int firstIndex) {
        return new Stamper(Fingerprint.of(key), takenAtMillis, firstIndex);
    }

    /**
     * Stands for the key of a message that has none: it goes to the same place whenever the request is repeated.
     *
     * @param index of the message in this part
     */
    public Bytes placementOf(int index) {
        return Bytes.of(ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES).putLong(key.high()).putLong(key.low())
            .putInt(firstIndex + index).flip());
    }

    public Stamp stamp(int index, Fingerprint content) {
        return new Stamp(key, firstIndex + index, content, takenAtMillis);
    }

    /** The record as it is stored. */
    public static NewRecord stamped(NewRecord unstamped, Stamp stamp) {
        List<RecordHeader> headers = new ArrayList<>(unstamped.headers().size() + 1);
        headers.addAll(unstamped.headers());
        headers.add(stamp.header());
        return new NewRecord(unstamped.timestampMillis(), unstamped.key(), unstamped.value(), headers);
    }
}
