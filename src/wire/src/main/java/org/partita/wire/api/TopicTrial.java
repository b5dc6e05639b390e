package org.partita.wire.api;

import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.NewTopic;
import org.partita.core.metadata.InvalidRequestException;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.TopicConfig;
import org.partita.core.metadata.TopicExistsException;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicName;
import org.partita.core.metadata.TopicRef;

/** Tells what a creation would come to, by the rules of a broker that is alone; the broker has no trial of its own. */
final class TopicTrial {
    private static final int REPLICAS = 1;

    private final ServedBroker served;

    TopicTrial(ServedBroker served) {
        this.served = served;
    }

    /** The topic that there would be, without an id. */
    TopicMetadata plan(NewTopic wish) {
        String name = TopicName.requireUsable(wish.name());
        MetadataImage image = served.broker().metadata();
        if (image.topic(name).isPresent()) throw new TopicExistsException(name);
        int partitions = wish.partitions().orElse(served.config().defaultPartitions());
        BrokerLimits limits = served.config().limits();
        int most = Math.min(limits.maxPartitionsPerTopic(), limits.maxPartitions() - image.partitions());
        if (partitions < 1 || partitions > most) {
            throw new InvalidRequestException("partitions", partitions + " partitions found, 1 to " + most
                + " expected.");
        }
        int replicas = wish.replicationFactor().orElse(REPLICAS);
        if (replicas != REPLICAS) {
            throw new InvalidRequestException("replicationFactor", "Replication factor " + replicas + " found, but a "
                + "broker that runs alone can keep 1 replica of a partition. Use 1, or leave it out.");
        }
        return new TopicMetadata(TopicRef.ANY_ID, name, partitions, replicas, TopicConfig.parse(wish.config()));
    }
}
