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
 * @param unmade those of them that are new: no message was ever stored for them
 * @param nextProducerId ids of producers below this may have been given
 */
public record MetadataImage(String clusterId, long version, SortedMap<String, TopicMetadata> topics,
                            SortedSet<UUID> unwanted, SortedSet<UUID> unmade, long nextProducerId) {
    public MetadataImage {
        requireNonNull(clusterId, "clusterId");
        if (version < 0) throw new IllegalArgumentException("version " + version + " < 0");
        if (nextProducerId < 0) throw new IllegalArgumentException("nextProducerId " + nextProducerId + " < 0");
        topics = Collections.unmodifiableSortedMap(new TreeMap<>(topics));
        unwanted = Collections.unmodifiableSortedSet(new TreeSet<>(unwanted));
        unmade = Collections.unmodifiableSortedSet(new TreeSet<>(unmade));
        if (!unwanted.containsAll(unmade)) throw new IllegalArgumentException("unmade topics that are wanted");
    }

    public MetadataImage(String clusterId, long version, SortedMap<String, TopicMetadata> topics) {
        this(clusterId, version, topics, Collections.emptySortedSet(), Collections.emptySortedSet(), 0);
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
        return new MetadataImage(clusterId, version + 1, changed, without(unwanted, topic.id()),
            without(unmade, topic.id()), nextProducerId);
    }

    /** The next version, without this topic. Its files are unwanted. */
    public MetadataImage without(String topicName) {
        SortedMap<String, TopicMetadata> changed = new TreeMap<>(topics);
        TopicMetadata removed = changed.remove(topicName);
        if (removed == null) throw new IllegalArgumentException("there is no topic " + topicName);
        return new MetadataImage(clusterId, version + 1, changed, with(unwanted, removed.id()), unmade,
            nextProducerId);
    }

    /** The next version, in which files of this new topic may go unless it is added. */
    public MetadataImage preparing(UUID topicId) {
        return new MetadataImage(clusterId, version + 1, topics, with(unwanted, topicId), with(unmade, topicId),
            nextProducerId);
    }

    /** The next version, in which no file of this topic is left. */
    public MetadataImage forgetting(UUID topicId) {
        return new MetadataImage(clusterId, version + 1, topics, without(unwanted, topicId),
            without(unmade, topicId), nextProducerId);
    }

    /** The same under another version. */
    MetadataImage atVersion(long otherVersion) {
        return new MetadataImage(clusterId, otherVersion, topics, unwanted, unmade, nextProducerId);
    }

    /** The next version, with every leader epoch raised by one: a broker that starts does not resume leadership. */
    public MetadataImage inNextEpoch() {
        SortedMap<String, TopicMetadata> changed = new TreeMap<>();
        topics.forEach((name, topic) -> changed.put(name, topic.inNextEpoch()));
        return new MetadataImage(clusterId, version + 1, changed, unwanted, unmade, nextProducerId);
    }

    /** The next version, in which this many more ids of producers may be given. */
    public MetadataImage reservingProducerIds(int count) {
        return new MetadataImage(clusterId, version + 1, topics, unwanted, unmade,
            Math.addExact(nextProducerId, count));
    }

    private static SortedSet<UUID> with(SortedSet<UUID> ids, UUID topicId) {
        SortedSet<UUID> changed = new TreeSet<>(ids);
        changed.add(topicId);
        return changed;
    }

    private static SortedSet<UUID> without(SortedSet<UUID> ids, UUID topicId) {
        SortedSet<UUID> changed = new TreeSet<>(ids);
        changed.remove(topicId);
        return changed;
    }
}
