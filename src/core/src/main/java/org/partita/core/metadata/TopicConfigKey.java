package org.partita.core.metadata;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

import org.partita.core.metadata.TopicConfig.FlushPolicy;

/** The keys of a topic's configuration as clients write them, and the numbers that are allowed for each. */
enum TopicConfigKey {
    FLUSH("flush", 0, FlushPolicy.values().length - 1, config -> config.flush().ordinal()) {
        @Override
        long read(String value) {
            for (FlushPolicy policy : FlushPolicy.values()) {
                if (policy.text().equals(value)) return policy.ordinal();
            }
            throw refused("'" + shown(value) + "' is not a value of flush. Use commit or async.");
        }

        @Override
        String text(long value) {
            return FlushPolicy.values()[(int) value].text();
        }
    },
    IDEMPOTENCY_WINDOW_MS("idempotency.window.ms", 1_000, 86_400_000, TopicConfig::idempotencyWindowMillis),
    MAX_MESSAGE_BYTES("max.message.bytes", 1, 16 << 20, TopicConfig::maxMessageBytes),
    RETENTION_BYTES("retention.bytes", TopicConfig.UNLIMITED, Long.MAX_VALUE, TopicConfig::retentionBytes),
    RETENTION_MS("retention.ms", TopicConfig.UNLIMITED, Long.MAX_VALUE, TopicConfig::retentionMillis),
    SEGMENT_BYTES("segment.bytes", TopicConfig.MIN_SEGMENT_BYTES, 1 << 30, TopicConfig::segmentBytes),
    SEGMENT_MS("segment.ms", 1, Long.MAX_VALUE, TopicConfig::segmentMillis);

    /** Part of the outside contract, without an effect so far: refused rather than accepted and ignored. */
    private static final List<String> NOT_YET = List.of("cleanup.policy",
        "delete.retention.ms", "min.compaction.lag.ms", "commit.rule", "min.insync.replicas",
        "unclean.leader.election", "suspect.election", "compression.type", "message.timestamp.type",
        "key.placement");
    private static final int SHOWN_LENGTH = 60;

    private final String key;
    private final long minimum;
    private final long maximum;
    private final ToLongFunction<TopicConfig> valueIn;

    TopicConfigKey(String key, long minimum, long maximum, ToLongFunction<TopicConfig> valueIn) {
        this.key = key;
        this.minimum = minimum;
        this.maximum = maximum;
        this.valueIn = valueIn;
    }

    static TopicConfig changed(TopicConfig before, Map<String, String> changes, Set<String> resets) {
        Map<TopicConfigKey, Long> values = new EnumMap<>(TopicConfigKey.class);
        for (TopicConfigKey each : values()) values.put(each, each.valueIn.applyAsLong(before));
        SortedSet<String> names = new TreeSet<>(changes.keySet());
        names.addAll(resets);
        for (String name : names) {
            TopicConfigKey named = named(name);
            values.put(named, resets.contains(name) ? named.valueIn.applyAsLong(TopicConfig.DEFAULT)
                : named.read(changes.get(name)));
        }
        return new TopicConfig(FlushPolicy.values()[values.get(FLUSH).intValue()],
            values.get(SEGMENT_BYTES).intValue(), values.get(MAX_MESSAGE_BYTES).intValue(), values.get(SEGMENT_MS),
            values.get(RETENTION_MS), values.get(RETENTION_BYTES), values.get(IDEMPOTENCY_WINDOW_MS).intValue());
    }

    static Map<String, String> asMap(TopicConfig config) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (TopicConfigKey each : values()) settings.put(each.key, each.text(each.valueIn.applyAsLong(config)));
        return Collections.unmodifiableMap(settings);
    }

    void requireWithin(long value) {
        if (value >= minimum && value <= maximum) return;
        throw new IllegalArgumentException(key + " " + value + " out of bounds");
    }

    String text(long value) {
        return Long.toString(value);
    }

    private static TopicConfigKey named(String name) {
        List<String> known = new ArrayList<>();
        for (TopicConfigKey key : values()) {
            if (key.key.equals(name)) return key;
            known.add(key.key);
        }
        String finding = NOT_YET.contains(name)
            ? "Configuration key " + name + " is not available in this version."
            : "There is no configuration key '" + shown(name) + "'.";
        throw new InvalidRequestException("config." + shown(name),
            finding + " Available: " + String.join(", ", known) + ".");
    }

    /** @throws InvalidRequestException naming this key */
    long read(String value) {
        try {
            long number = Long.parseLong(value);
            if (number >= minimum && number <= maximum) return number;
        } catch (NumberFormatException notANumber) {
            throw refused(outOfBounds(value));
        }
        throw refused(outOfBounds(value));
    }

    private String outOfBounds(String value) {
        return "'" + shown(value) + "' is not a value of " + key + ". Use a whole number from " + minimum + " to "
            + maximum + ".";
    }

    InvalidRequestException refused(String message) {
        return new InvalidRequestException("config." + key, message);
    }

    static String shown(String text) {
        return text.length() <= SHOWN_LENGTH ? text : text.substring(0, SHOWN_LENGTH) + "…";
    }
}
