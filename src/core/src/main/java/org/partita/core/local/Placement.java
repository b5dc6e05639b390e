package org.partita.core.local;

import java.util.Optional;
import java.util.OptionalInt;

import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishRequest;
import org.partita.core.idempotency.Stamper;
import org.partita.core.metadata.PartitionNotFoundException;

/** Chooses the partitions for the messages of one request. */
final class Placement {
    private final ServedTopic topic;
    private final Optional<Stamper> stamper;
    private OptionalInt turn = OptionalInt.empty();

    private Placement(ServedTopic topic, Optional<Stamper> stamper) {
        this.topic = topic;
        this.stamper = stamper;
    }

    static Placement of(ServedTopic topic, PublishRequest request, long nowMillis) {
        return new Placement(topic, request.idempotencyKey().isNone() ? Optional.empty()
            : Optional.of(Stamper.of(request.idempotencyKey(), nowMillis, request.before().messages())));
    }

    /** Empty if the request has no idempotency key. */
    Optional<Stamper> stamper() {
        return stamper;
    }

    /** @throws PartitionNotFoundException if the message asks for a partition that is not there */
    int partitionOf(int index, OutboundMessage message) {
        if (message.partition().isPresent()) {
            int asked = message.partition().getAsInt();
            topic.requirePartition(asked);
            return asked;
        }
        if (!message.key().isNull()) return topic.slots().partitionOf(message.key());
        return stamper.isPresent() ? topic.slots().partitionOf(stamper.get().placementOf(index)) : keyless();
    }

    /** One partition for all those of a request. */
    private int keyless() {
        if (turn.isEmpty()) turn = OptionalInt.of(topic.nextKeyless());
        return turn.getAsInt();
    }
}
