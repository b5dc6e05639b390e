package org.partita.core.metadata;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.partita.core.record.Compression;

/** The settings of one topic that have an effect, all of them resolved to a value. Immutable. */
public final class TopicConfig {
    public static final int MIN_SEGMENT_BYTES = 4096;
    public static final long UNLIMITED = -1;
    static final long WEEK_MILLIS = 7L * 24 * 3_600_000;
    public static final TopicConfig DEFAULT = new TopicConfig(defaults());

    private final Map<TopicConfigKey, Long> values;

    /** @param values one of each key */
    private TopicConfig(Map<TopicConfigKey, Long> values) {
        this.values = values;
    }

    private static Map<TopicConfigKey, Long> defaults() {
        Map<TopicConfigKey, Long> values = new EnumMap<>(TopicConfigKey.class);
        for (TopicConfigKey each : TopicConfigKey.values()) values.put(each, each.byDefault());
        return values;
    }

    /** When an appended batch counts as stored. */
    public enum FlushPolicy implements AllowedValues.Word {
        /** After an fsync that covers it. */
        COMMIT,
        /** When the operating system has it; the fsync follows within a second. */
        ASYNC;

        @Override
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Which time the messages of a topic have. */
    public enum TimestampType implements AllowedValues.Word {
        /** That of the publisher; if it gave none, of its request. */
        CREATE_TIME("CreateTime"),
        /** When the broker appended them. */
        LOG_APPEND_TIME("LogAppendTime");

        private final String text;

        TimestampType(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }
    }

    /** How batches are compressed. */
    public enum CompressionType implements AllowedValues.Word {
        /** As their publishers made them; those that the broker makes itself are not. */
        PRODUCER(Compression.NONE),
        UNCOMPRESSED(Compression.NONE),
        GZIP(Compression.GZIP),
        SNAPPY(Compression.SNAPPY),
        LZ4(Compression.LZ4),
        ZSTD(Compression.ZSTD);

        private final Compression ofBroker;

        CompressionType(Compression ofBroker) {
            this.ofBroker = ofBroker;
        }

        /** Of a batch that the broker makes. */
        public Compression ofBroker() {
            return ofBroker;
        }

        @Override
        public String text() {
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
        Map<TopicConfigKey, Long> changed = new EnumMap<>(values);
        changed.putAll(TopicConfigKey.read(changes, resets));
        return new TopicConfig(changed);
    }

    /** All settings by key, values as text, in a fixed order. {@link #parse} of it is this again. */
    public Map<String, String> asMap() {
        Map<String, String> settings = new LinkedHashMap<>();
        values.forEach((key, value) -> settings.put(key.key(), key.allowed().text(value)));
        return Collections.unmodifiableMap(settings);
    }

    public FlushPolicy flush() {
        return FlushPolicy.values()[number(TopicConfigKey.FLUSH)];
    }

    public TimestampType timestampType() {
        return TimestampType.values()[number(TopicConfigKey.MESSAGE_TIMESTAMP_TYPE)];
    }

    public CompressionType compressionType() {
        return CompressionType.values()[number(TopicConfigKey.COMPRESSION_TYPE)];
    }

    /** So many replicas must be in sync for an append that is acknowledged by more than the leader. */
    public int minInsyncReplicas() {
        return number(TopicConfigKey.MIN_INSYNC_REPLICAS);
    }

    public int segmentBytes() {
        return number(TopicConfigKey.SEGMENT_BYTES);
    }

    public int maxMessageBytes() {
        return number(TopicConfigKey.MAX_MESSAGE_BYTES);
    }

    /** A segment is closed so long after its first append. */
    public long segmentMillis() {
        return values.get(TopicConfigKey.SEGMENT_MS);
    }

    /** How long data is kept, or {@link #UNLIMITED}. */
    public long retentionMillis() {
        return values.get(TopicConfigKey.RETENTION_MS);
    }

    /** How much of a partition is kept at least, or {@link #UNLIMITED}. */
    public long retentionBytes() {
        return values.get(TopicConfigKey.RETENTION_BYTES);
    }

    /** How long a message with an Idempotency-Key is remembered. */
    public int idempotencyWindowMillis() {
        return number(TopicConfigKey.IDEMPOTENCY_WINDOW_MS);
    }

    private int number(TopicConfigKey key) {
        return values.get(key).intValue();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TopicConfig that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return asMap().toString();
    }
}
