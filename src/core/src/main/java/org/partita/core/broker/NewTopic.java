package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.OptionalInt;

/**
 * Wish for a topic. Names and values are checked by the broker, which knows the limits and defaults.
 *
 * @param name as given by the client
 * @param config by configuration key, values as text
 */
public record NewTopic(String name, int partitionsOrDefault, int replicationFactorOrDefault,
                       Map<String, String> config) {
    /** Stands for "the broker's default". */
    public static final int DEFAULT = -1;

    public NewTopic {
        requireNonNull(name, "name");
        config = Map.copyOf(config);
    }

    public OptionalInt partitions() {
        return partitionsOrDefault == DEFAULT ? OptionalInt.empty() : OptionalInt.of(partitionsOrDefault);
    }

    public OptionalInt replicationFactor() {
        return replicationFactorOrDefault == DEFAULT ? OptionalInt.empty() : OptionalInt.of(replicationFactorOrDefault);
    }
}
