package org.partita.core.log;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * Where a batch was put.
 *
 * @param appendMillis the time of all its records, if they do not have their own
 */
public record Appended(long baseOffset, long lastOffset, OptionalLong appendMillis) {
    public Appended {
        if (baseOffset < 0) throw new IllegalArgumentException("baseOffset " + baseOffset + " < 0");
        if (lastOffset < baseOffset) {
            throw new IllegalArgumentException("lastOffset " + lastOffset + " < baseOffset " + baseOffset);
        }
        requireNonNull(appendMillis, "appendMillis");
    }

    /** Of a batch whose records have times of their own. */
    public Appended(long baseOffset, long lastOffset) {
        this(baseOffset, lastOffset, OptionalLong.empty());
    }

    public long nextOffset() {
        return lastOffset + 1;
    }

    /** The time at which a record stands in the log that was given {@code ownMillis}. */
    public long timestampMillis(long ownMillis) {
        return appendMillis.orElse(ownMillis);
    }
}
