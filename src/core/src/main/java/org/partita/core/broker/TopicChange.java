package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Wish to change a topic; the broker checks it. It is done as a whole or not at all.
 *
 * @param partitionsOrSame how many the topic shall have, or {@link #SAME}
 * @param config new values by configuration key, as text
 * @param resets keys that shall have their default again
 */
public record TopicChange(String topic, int partitionsOrSame, SortedMap<String, String> config,
                          SortedSet<String> resets) {
    /** Stands for "as many as there are". */
    public static final int SAME = -1;

    public TopicChange {
        requireNonNull(topic, "topic");
        config = Collections.unmodifiableSortedMap(new TreeMap<>(config));
        resets = Collections.unmodifiableSortedSet(new TreeSet<>(resets));
        for (String key : resets) {
            if (config.containsKey(key)) throw new IllegalArgumentException(key + " is set and reset");
        }
    }

    /** Of the configuration only. */
    public static TopicChange ofConfig(String topic, Map<String, String> config, Set<String> resets) {
        return new TopicChange(topic, SAME, new TreeMap<>(config), new TreeSet<>(resets));
    }

    public OptionalInt partitions() {
        return partitionsOrSame == SAME ? OptionalInt.empty() : OptionalInt.of(partitionsOrSame);
    }
}
