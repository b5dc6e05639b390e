package org.partita.wire.api.produce;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import org.partita.core.broker.Broker;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicRef;

/** Finds topics by their ids; made again when the metadata has changed. Thread-safe. */
final class TopicsById {
    private final Broker broker;
    private volatile Edition current;

    TopicsById(Broker broker) {
        this.broker = broker;
        this.current = Edition.of(broker.metadata());
    }

    private record Edition(MetadataImage image, Map<UUID, TopicRef> topics) {
        static Edition of(MetadataImage image) {
            Map<UUID, TopicRef> topics = new HashMap<>();
            for (TopicMetadata each : image.topics().values()) topics.put(each.id(), TopicRef.of(each));
            return new Edition(image, topics);
        }
    }

    Optional<TopicRef> find(UUID id) {
        MetadataImage now = broker.metadata();
        Edition edition = current;
        if (edition.image() != now) {
            edition = Edition.of(now);
            current = edition;
        }
        return Optional.ofNullable(edition.topics().get(id));
    }
}
