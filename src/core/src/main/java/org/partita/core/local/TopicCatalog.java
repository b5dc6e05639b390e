package org.partita.core.local;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

import org.partita.core.broker.TopicTraffic;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.TopicName;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.metadata.TopicRef;

/** The topics this broker serves. Read by any thread; changed on the metadata loop only, by one write. */
final class TopicCatalog {
    private volatile Edition current;

    TopicCatalog(MetadataImage image, Map<String, ServedTopic> topics) {
        this.current = new Edition(image, topics);
    }

    private record Edition(MetadataImage image, Map<String, ServedTopic> topics, Map<UUID, ServedTopic> byId) {
        Edition(MetadataImage image, Map<String, ServedTopic> topics) {
            this(image, Collections.unmodifiableMap(new TreeMap<>(topics)), topics.values().stream()
                .collect(Collectors.toUnmodifiableMap(topic -> topic.metadata().id(), topic -> topic)));
        }
    }

    MetadataImage image() {
        return current.image();
    }

    Optional<ServedTopic> topic(String name) {
        return Optional.ofNullable(current.topics().get(name));
    }

    /** @throws TopicNotFoundException if there is none */
    ServedTopic required(String name) {
        return topic(name).orElseThrow(() -> new TopicNotFoundException(name));
    }

    /** @throws TopicNotFoundException if there is no such topic, or it is not the one that is meant */
    ServedTopic required(TopicRef topic) {
        return topic(TopicName.requireValid(topic.name())).filter(found -> topic.means(found.metadata()))
            .orElseThrow(() -> new TopicNotFoundException(topic.name()));
    }

    Optional<ServedTopic> topic(UUID id) {
        return Optional.ofNullable(current.byId().get(id));
    }

    /** @throws TopicNotFoundException if there is none */
    ServedTopic required(UUID id) {
        return topic(id).orElseThrow(() -> new TopicNotFoundException(id));
    }

    /** In the order of their names. */
    Collection<ServedTopic> topics() {
        return current.topics().values();
    }

    /** Of each topic, in the order of their names. */
    List<TopicTraffic> traffic() {
        return topics().stream().map(topic -> topic.counters().of(topic.metadata())).toList();
    }

    /** Over all topics. */
    int sum(ToIntFunction<ServedTopic> ofOne) {
        return topics().stream().mapToInt(ofOne).sum();
    }

    /** For a change that adds and removes no topic. */
    void apply(MetadataImage image) {
        current = new Edition(image, current.topics(), current.byId());
    }

    void applyWith(MetadataImage image, ServedTopic added) {
        Map<String, ServedTopic> topics = new TreeMap<>(current.topics());
        topics.put(added.metadata().name(), added);
        current = new Edition(image, topics);
    }

    void applyWithout(MetadataImage image, String removed) {
        Map<String, ServedTopic> topics = new TreeMap<>(current.topics());
        topics.remove(removed);
        current = new Edition(image, topics);
    }
}
