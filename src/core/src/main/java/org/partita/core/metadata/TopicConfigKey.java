package org.partita.core.metadata;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

import org.partita.core.metadata.TopicConfig.FlushPolicy;

/** The keys of a topic's configuration as clients write them. */
enum TopicConfigKey {
    FLUSH("flush") {
        @Override
        TopicConfig applied(TopicConfig to, String value) {
            for (FlushPolicy policy : FlushPolicy.values()) {
                if (policy.text().equals(value)) {
                    return to.withFlush(policy);
                }
            }
            throw refused("'" + shown(value) + "' is not a value of flush. Use commit or async.");
        }

        @Override
        String valueIn(TopicConfig config) {
            return config.flush().text();
        }
    },
    IDEMPOTENCY_WINDOW_MS("idempotency.window.ms") {
        @Override
        TopicConfig applied(TopicConfig to, String value) {
            return to.withIdempotencyWindowMillis((int) bounded(value, TopicConfig.MIN_IDEMPOTENCY_WINDOW_MILLIS,
                TopicConfig.MAX_IDEMPOTENCY_WINDOW_MILLIS));
        }

        @Override
        String valueIn(TopicConfig config) {
            return Integer.toString(config.idempotencyWindowMillis());
        }
    },
    MAX_MESSAGE_BYTES("max.message.bytes") {
        @Override
        TopicConfig applied(TopicConfig to, String value) {
            return to.withMaxMessageBytes((int) bounded(value, 1, TopicConfig.MAX_MESSAGE_BYTES));
        }

        @Override
        String valueIn(TopicConfig config) {
            return Integer.toString(config.maxMessageBytes());
        }
    },
    RETENTION_BYTES("retention.bytes") {
        @Override
        TopicConfig applied(TopicConfig to, String value) {
            return to.withRetentionBytes(bounded(value, TopicConfig.UNLIMITED, Long.MAX_VALUE));
        }

        @Override
        String valueIn(TopicConfig config) {
            return Long.toString(config.retentionBytes());
        }
    },
    RETENTION_MS("retention.ms") {
        @Override
        TopicConfig applied(TopicConfig to, String value) {
            return to.withRetentionMillis(bounded(value, TopicConfig.UNLIMITED, Long.MAX_VALUE));
        }

        @Override
        String valueIn(TopicConfig config) {
            return Long.toString(config.retentionMillis());
        }
    },
    SEGMENT_BYTES("segment.bytes") {
        @Override
        TopicConfig applied(TopicConfig to, String value) {
            return to.withSegmentBytes((int) bounded(value, TopicConfig.MIN_SEGMENT_BYTES,
                TopicConfig.MAX_SEGMENT_BYTES));
        }

        @Override
        String valueIn(TopicConfig config) {
            return Integer.toString(config.segmentBytes());
        }
    },
    SEGMENT_MS("segment.ms") {
        @Override
        TopicConfig applied(TopicConfig to, String value) {
            return to.withSegmentMillis(bounded(value, 1, Long.MAX_VALUE));
        }

        @Override
        String valueIn(TopicConfig config) {
            return Long.toString(config.segmentMillis());
        }
    };

    /** Part of the outside contract, without an effect so far: refused rather than accepted and ignored. */
    private static final List<String> NOT_YET = List.of("cleanup.policy",
        "delete.retention.ms", "min.compaction.lag.ms", "commit.rule", "min.insync.replicas",
        "unclean.leader.election", "suspect.election", "compression.type", "message.timestamp.type",
        "key.placement");
    private static final int SHOWN_LENGTH = 60;

    private final String key;

    TopicConfigKey(String key) {
        this.key = key;
    }

    abstract TopicConfig applied(TopicConfig to, String value);

    abstract String valueIn(TopicConfig config);

    static TopicConfig parse(Map<String, String> settings) {
        return changed(TopicConfig.DEFAULT, settings, Set.of());
    }

    static TopicConfig changed(TopicConfig before, Map<String, String> changes, Set<String> resets) {
        SortedSet<String> names = new TreeSet<>(changes.keySet());
        names.addAll(resets);
        TopicConfig config = before;
        for (String name : names) {
            TopicConfigKey key = named(name);
            config = key.applied(config, resets.contains(name) ? key.valueIn(TopicConfig.DEFAULT) : changes.get(name));
        }
        return config;
    }

    static Map<String, String> asMap(TopicConfig config) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (TopicConfigKey key : values()) settings.put(key.key, key.valueIn(config));
        return Collections.unmodifiableMap(settings);
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

    long bounded(String value, long minimum, long maximum) {
        try {
            long number = Long.parseLong(value);
            if (number >= minimum && number <= maximum) return number;
        } catch (NumberFormatException notANumber) {
            throw refused(outOfBounds(value, minimum, maximum));
        }
        throw refused(outOfBounds(value, minimum, maximum));
    }

    private String outOfBounds(String value, long minimum, long maximum) {
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
