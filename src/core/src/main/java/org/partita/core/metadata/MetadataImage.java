package org.partita.core.metadata;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Everything the cluster agrees on, at one version. Immutable.
 *
 * @param topics by name
 * @param unwanted ids of topics whose files may go: deleted ones, and new ones until their files are complete
 */
public record MetadataImage(String clusterId, long version, SortedMap<String, TopicMetadata> topics,
                            SortedSet<UUID> unwanted) {
    public MetadataImage {
        requireNonNull(clusterId, "clusterId");
        if (version < 0) throw new IllegalArgumentException("version " + version + " < 0");
        topics = Collections.unmodifiableSortedMap(new TreeMap<>(topics));
        unwanted = Collections.unmodifiableSortedSet(new TreeSet<>(unwanted));
    }

    public MetadataImage(String clusterId, long version, SortedMap<String, TopicMetadata> topics) {
        this(clusterId, version, topics, Collections.emptySortedSet());
    }

    public static MetadataImage empty(String clusterId) {
        return new MetadataImage(clusterId, 0, new TreeMap<>());
    }

    public Optional<TopicMetadata> topic(String name) {
        return Optional.ofNullable(topics.get(name));
    }

    /** Partitions of all topics together. */
    public int partitions() {
        return topics.values().stream().mapToInt(TopicMetadata::partitions).sum();
    }

    /** The next version, with this topic added or replaced. Its files are wanted. */
    public MetadataImage with(TopicMetadata topic) {
        SortedMap<String, TopicMetadata> changed = new TreeMap<>(topics);
        changed.put(topic.name(), topic);
        return new MetadataImage(clusterId, version + 1, changed, unwantedWithout(topic.id()));
    }

    /** The next version, without this topic. Its files are unwanted. */
    public MetadataImage without(String topicName) {
        SortedMap<String, TopicMetadata> changed = new TreeMap<>(topics);
        TopicMetadata removed = changed.remove(topicName);
        if (removed == null) throw new IllegalArgumentException("there is no topic " + topicName);
        return new MetadataImage(clusterId, version + 1, changed, unwantedWith(removed.id()));
    }

    /** The next version, in which files of this topic may go unless it is added. */
    public MetadataImage preparing(UUID topicId) {
        return new MetadataImage(clusterId, version + 1, topics, unwantedWith(topicId));
    }

    /** The next version, in which no file of this topic is left. */
    public MetadataImage forgetting(UUID topicId) {
        return new MetadataImage(clusterId, version + 1, topics, unwantedWithout(topicId));
    }

    /** The same under another version. */
    MetadataImage atVersion(long otherVersion) {
        return new MetadataImage(clusterId, otherVersion, topics, unwanted);
    }

    /** The next version, with every leader epoch raised by one: a broker that starts does not resume leadership. */
    public MetadataImage inNextEpoch() {
        SortedMap<String, TopicMetadata> changed = new TreeMap<>();
        topics.forEach((name, topic) -> changed.put(name, topic.inNextEpoch()));
        return new MetadataImage(clusterId, version + 1, changed, unwanted);
    }

    private SortedSet<UUID> unwantedWith(UUID topicId) {
        SortedSet<UUID> changed = new TreeSet<>(unwanted);
        changed.add(topicId);
        return changed;
    }

    private SortedSet<UUID> unwantedWithout(UUID topicId) {
        SortedSet<UUID> changed = new TreeSet<>(unwanted);
        changed.remove(topicId);
        return changed;
    }
}
