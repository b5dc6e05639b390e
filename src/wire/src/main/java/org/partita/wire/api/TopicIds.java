package org.partita.wire.api;

import java.util.UUID;

import org.apache.kafka.common.Uuid;

/** How topics are identified in the protocol. */
public final class TopicIds {
    private static final String INTERNAL_PREFIX = "__";

    private TopicIds() {
    }

    public static Uuid of(UUID id) {
        return new Uuid(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    public static UUID of(Uuid id) {
        return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    public static boolean isInternal(String name) {
        return name.startsWith(INTERNAL_PREFIX);
    }
}
