package org.partita.core.metadata;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The settings of one topic that have an effect, all of them resolved to a value.
 *
 * @param segmentMillis a segment is closed so long after its first append
 * @param retentionMillis how long data is kept, or {@link #UNLIMITED}
 * @param retentionBytes how much of a partition is kept at least, or {@link #UNLIMITED}
 * @param idempotencyWindowMillis how long a message with an Idempotency-Key is remembered
 */
public record TopicConfig(FlushPolicy flush, int segmentBytes, int maxMessageBytes, long segmentMillis,
                          long retentionMillis, long retentionBytes, int idempotencyWindowMillis) {
    public static final int MIN_SEGMENT_BYTES = 4096;
    public static final int MAX_SEGMENT_BYTES = 1 << 30;
    public static final int MAX_MESSAGE_BYTES = 16 << 20;
    public static final int MIN_IDEMPOTENCY_WINDOW_MILLIS = 1_000;
    public static final int MAX_IDEMPOTENCY_WINDOW_MILLIS = 86_400_000;
    public static final long UNLIMITED = -1;
    public static final TopicConfig DEFAULT = new TopicConfig(FlushPolicy.COMMIT, 256 << 20, 1 << 20,
        Duration.ofDays(7).toMillis(), Duration.ofDays(7).toMillis(), UNLIMITED, 600_000);

    public TopicConfig {
        requireNonNull(flush, "flush");
        if (segmentBytes < MIN_SEGMENT_BYTES || segmentBytes > MAX_SEGMENT_BYTES) {
            throw new IllegalArgumentException("segmentBytes " + segmentBytes + " out of bounds");
        }
        if (maxMessageBytes < 1 || maxMessageBytes > MAX_MESSAGE_BYTES) {
            throw new IllegalArgumentException("maxMessageBytes " + maxMessageBytes + " out of bounds");
        }
        if (segmentMillis < 1) throw new IllegalArgumentException("segmentMillis " + segmentMillis + " < 1");
        if (retentionMillis < UNLIMITED) throw new IllegalArgumentException("retentionMillis " + retentionMillis);
        if (retentionBytes < UNLIMITED) throw new IllegalArgumentException("retentionBytes " + retentionBytes);
        if (idempotencyWindowMillis < MIN_IDEMPOTENCY_WINDOW_MILLIS
            || idempotencyWindowMillis > MAX_IDEMPOTENCY_WINDOW_MILLIS) {
            throw new IllegalArgumentException("idempotencyWindowMillis " + idempotencyWindowMillis
                + " out of bounds");
        }
    }

    TopicConfig withFlush(FlushPolicy policy) {
        return new TopicConfig(policy, segmentBytes, maxMessageBytes, segmentMillis, retentionMillis, retentionBytes,
            idempotencyWindowMillis);
    }

    TopicConfig withSegmentBytes(int bytes) {
        return new TopicConfig(flush, bytes, maxMessageBytes, segmentMillis, retentionMillis, retentionBytes,
            idempotencyWindowMillis);
    }

    TopicConfig withMaxMessageBytes(int bytes) {
        return new TopicConfig(flush, segmentBytes, bytes, segmentMillis, retentionMillis, retentionBytes,
            idempotencyWindowMillis);
    }

    TopicConfig withSegmentMillis(long millis) {
        return new TopicConfig(flush, segmentBytes, maxMessageBytes, millis, retentionMillis, retentionBytes,
            idempotencyWindowMillis);
    }

    TopicConfig withRetentionMillis(long millis) {
        return new TopicConfig(flush, segmentBytes, maxMessageBytes, segmentMillis, millis, retentionBytes,
            idempotencyWindowMillis);
    }

    TopicConfig withRetentionBytes(long bytes) {
        return new TopicConfig(flush, segmentBytes, maxMessageBytes, segmentMillis, retentionMillis, bytes,
            idempotencyWindowMillis);
    }

    TopicConfig withIdempotencyWindowMillis(int millis) {
        return new TopicConfig(flush, segmentBytes, maxMessageBytes, segmentMillis, retentionMillis, retentionBytes,
            millis);
    }

    /** When an appended batch counts as stored. */
    public enum FlushPolicy {
        /** After an fsync that covers it. */
        COMMIT,
        /** When the operating system has it; the fsync follows within a second. */
        ASYNC;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads settings as clients write them; what is not named has its default.
     *
     * @throws InvalidRequestException naming the first key, in alphabetical order, that is unknown or badly set
     */
    public static TopicConfig parse(Map<String, String> settings) {
        return TopicConfigKey.parse(settings);
    }

    /**
     * These settings with some of them changed.
     *
     * @param changes values as text
     * @param resets keys of those that shall have their default again
     * @throws InvalidRequestException as {@link #parse}
     */
    public TopicConfig with(Map<String, String> changes, Set<String> resets) {
        return TopicConfigKey.changed(this, changes, resets);
    }

    /** All settings by key, values as text, in a fixed order. {@link #parse} of it is this again. */
    public Map<String, String> asMap() {
        return TopicConfigKey.asMap(this);
    }
}
