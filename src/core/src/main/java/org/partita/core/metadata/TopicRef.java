package org.partita.core.metadata;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * A topic that is asked for by its name. With an id it is that topic only: not one of the same name that was created
 * after it was deleted.
 *
 * @param id {@link #ANY_ID} if the name is enough
 */
public record TopicRef(String name, UUID id) {
    public static final UUID ANY_ID = new UUID(0, 0);

    public TopicRef {
        requireNonNull(name, "name");
        requireNonNull(id, "id");
    }

    public static TopicRef named(String name) {
        return new TopicRef(name, ANY_ID);
    }

    public static TopicRef of(TopicMetadata topic) {
        return new TopicRef(topic.name(), topic.id());
    }

    /** Whether one topic only is meant. */
    public boolean isExact() {
        return !id.equals(ANY_ID);
    }

    /** Whether a topic of this name may be {@code topic}. */
    public boolean means(TopicMetadata topic) {
        return topic.name().equals(name) && (!isExact() || topic.id().equals(id));
    }
}
