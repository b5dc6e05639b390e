package org.partita.core.metadata;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

import org.partita.core.metadata.AllowedValues.WholeNumbers;
import org.partita.core.metadata.AllowedValues.Words;
import org.partita.core.metadata.TopicConfig.CompressionType;
import org.partita.core.metadata.TopicConfig.FlushPolicy;
import org.partita.core.metadata.TopicConfig.TimestampType;

/** The keys of a topic's configuration as clients write them, in alphabetical order, and what is allowed for each. */
enum TopicConfigKey {
    /** The only value so far; so it has no effect to ask for. */
    CLEANUP_POLICY("cleanup.policy",
        new Words(List.of("delete"), List.of("compact", "compact,delete", "delete,compact")), 0),
    COMPRESSION_TYPE("compression.type", Words.of(CompressionType.values()), CompressionType.PRODUCER.ordinal()),
    FLUSH("flush", Words.of(FlushPolicy.values()), FlushPolicy.COMMIT.ordinal()),
    IDEMPOTENCY_WINDOW_MS("idempotency.window.ms", new WholeNumbers(1_000, 86_400_000), 600_000),
    MAX_MESSAGE_BYTES("max.message.bytes", new WholeNumbers(1, 16 << 20), 1 << 20),
    MESSAGE_TIMESTAMP_TYPE("message.timestamp.type", Words.of(TimestampType.values()),
        TimestampType.CREATE_TIME.ordinal()),
    /** The majority of the assigned replicas counts in any case, so 1 asks for nothing beyond it. */
    MIN_INSYNC_REPLICAS("min.insync.replicas", new WholeNumbers(1, Short.MAX_VALUE), 1),
    RETENTION_BYTES("retention.bytes", new WholeNumbers(TopicConfig.UNLIMITED, Long.MAX_VALUE), TopicConfig.UNLIMITED),
    RETENTION_MS("retention.ms", new WholeNumbers(TopicConfig.UNLIMITED, Long.MAX_VALUE), TopicConfig.WEEK_MILLIS),
    SEGMENT_BYTES("segment.bytes", new WholeNumbers(TopicConfig.MIN_SEGMENT_BYTES, 1 << 30), 256 << 20),
    SEGMENT_MS("segment.ms", new WholeNumbers(1, Long.MAX_VALUE), TopicConfig.WEEK_MILLIS);

    /** Part of the outside contract, without an effect so far: refused rather than accepted and ignored. */
    private static final List<String> NOT_YET = List.of("delete.retention.ms", "min.compaction.lag.ms", "commit.rule",
        "unclean.leader.election", "suspect.election", "key.placement");
    private static final int SHOWN_LENGTH = 60;

    private final String key;
    private final AllowedValues allowed;
    private final long byDefault;

    TopicConfigKey(String key, AllowedValues allowed, long byDefault) {
        this.key = key;
        this.allowed = allowed;
        this.byDefault = byDefault;
    }

    String key() {
        return key;
    }

    AllowedValues allowed() {
        return allowed;
    }

    long byDefault() {
        return byDefault;
    }

    /**
     * Values by key of what is to be changed.
     *
     * @throws InvalidRequestException naming the first key, in alphabetical order, that is unknown or badly set
     */
    static Map<TopicConfigKey, Long> read(Map<String, String> changes, Set<String> resets) {
        Map<TopicConfigKey, Long> values = new TreeMap<>();
        SortedSet<String> names = new TreeSet<>(changes.keySet());
        names.addAll(resets);
        for (String name : names) {
            TopicConfigKey named = named(name);
            values.put(named, resets.contains(name) ? named.byDefault : named.read(changes.get(name)));
        }
        return values;
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

    private long read(String value) {
        return allowed.read(value).orElseThrow(() ->
            new InvalidRequestException("config." + key, allowed.refusal(key, shown(value))));
    }

    private static String shown(String text) {
        return text.length() <= SHOWN_LENGTH ? text : text.substring(0, SHOWN_LENGTH) + "…";
    }
}
