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
    public static final long UNLIMITED = -1;
    public static final TopicConfig DEFAULT = new TopicConfig(FlushPolicy.COMMIT, 256 << 20, 1 << 20,
        Duration.ofDays(7).toMillis(), Duration.ofDays(7).toMillis(), UNLIMITED, 600_000);

    public TopicConfig {
        requireNonNull(flush, "flush");
        TopicConfigKey.SEGMENT_BYTES.requireWithin(segmentBytes);
        TopicConfigKey.MAX_MESSAGE_BYTES.requireWithin(maxMessageBytes);
        TopicConfigKey.SEGMENT_MS.requireWithin(segmentMillis);
        TopicConfigKey.RETENTION_MS.requireWithin(retentionMillis);
        TopicConfigKey.RETENTION_BYTES.requireWithin(retentionBytes);
        TopicConfigKey.IDEMPOTENCY_WINDOW_MS.requireWithin(idempotencyWindowMillis);
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

    /** {@link #with} of the defaults. */
    public static TopicConfig parse(Map<String, String> settings) {
        return DEFAULT.with(settings);
    }

    /**
     * Reads settings as clients write them; what is not named stays as it is here.
     *
     * @throws InvalidRequestException naming the first key, in alphabetical order, that is unknown or badly set
     */
    public TopicConfig with(Map<String, String> settings) {
        return with(settings, Set.of());
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
