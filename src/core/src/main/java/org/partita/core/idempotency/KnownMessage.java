package org.partita.core.idempotency;

import static java.util.Objects.requireNonNull;

/** A message that is in the log; stored for certain once the high watermark has passed its offset. */
public record KnownMessage(Fingerprint content, long offset, long timestampMillis) {
    public KnownMessage {
        requireNonNull(content, "content");
        if (offset < 0) throw new IllegalArgumentException("offset " + offset + " < 0");
    }
}
