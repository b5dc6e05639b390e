package org.partita.core.metadata;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything the cluster agrees on, at one version. Immutable.
 *
 * @param topics by name
 */
public record MetadataImage(String clusterId, long version, SortedMap<String, TopicMetadata> topics) {
    public MetadataImage {
        requireNonNull(clusterId, "clusterId");
        if (version < 0) throw new IllegalArgumentException("version " + version + " < 0");
        topics = Collections.unmodifiableSortedMap(new TreeMap<>(topics));
    }

    public static MetadataImage empty(String clusterId) {
        return new MetadataImage(clusterId, 0, new TreeMap<>());
    }

    public Optional<TopicMetadata> topic(String name) {
        return Optional.ofNullable(topics.get(name));
    }

    /** The next version, with this topic added or replaced. */
    public MetadataImage with(TopicMetadata topic) {
        SortedMap<String, TopicMetadata> changed = new TreeMap<>(topics);
        changed.put(topic.name(), topic);
        return new MetadataImage(clusterId, version + 1, changed);
    }

    /** The next version, without this topic. */
    public MetadataImage without(String topicName) {
        SortedMap<String, TopicMetadata> changed = new TreeMap<>(topics);
        changed.remove(topicName);
        return new MetadataImage(clusterId, version + 1, changed);
    }
}
