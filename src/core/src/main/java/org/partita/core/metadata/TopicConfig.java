package org.partita.core.metadata;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Map;

/**
 * The settings of one topic that have an effect, all of them resolved to a value.
 *
 * @param idempotencyWindowMillis how long a message with an Idempotency-Key is remembered
 */
public record TopicConfig(FlushPolicy flush, int segmentBytes, int maxMessageBytes, int idempotencyWindowMillis) {
    public static final int MIN_SEGMENT_BYTES = 4096;
    public static final int MAX_SEGMENT_BYTES = 1 << 30;
    public static final int MAX_MESSAGE_BYTES = 16 << 20;
    public static final int MIN_IDEMPOTENCY_WINDOW_MILLIS = 1_000;
    public static final int MAX_IDEMPOTENCY_WINDOW_MILLIS = 86_400_000;
    public static final TopicConfig DEFAULT = new TopicConfig(FlushPolicy.COMMIT, 256 << 20, 1 << 20);

    public TopicConfig {
        requireNonNull(flush, "flush");
        if (segmentBytes < MIN_SEGMENT_BYTES || segmentBytes > MAX_SEGMENT_BYTES) {
            throw new IllegalArgumentException("segmentBytes " + segmentBytes + " out of bounds");
        }
        if (maxMessageBytes < 1 || maxMessageBytes > MAX_MESSAGE_BYTES) {
            throw new IllegalArgumentException("maxMessageBytes " + maxMessageBytes + " out of bounds");
        }
        if (idempotencyWindowMillis < MIN_IDEMPOTENCY_WINDOW_MILLIS
            || idempotencyWindowMillis > MAX_IDEMPOTENCY_WINDOW_MILLIS) {
            throw new IllegalArgumentException("idempotencyWindowMillis " + idempotencyWindowMillis
                + " out of bounds");
        }
    }

    public TopicConfig(FlushPolicy flush, int segmentBytes, int maxMessageBytes) {
        this(flush, segmentBytes, maxMessageBytes, 600_000);
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

    /** All settings by key, values as text, in a fixed order. {@link #parse} of it is this again. */
    public Map<String, String> asMap() {
        return TopicConfigKey.asMap(this);
    }
}
