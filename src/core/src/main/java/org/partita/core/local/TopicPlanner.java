package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.TopicChange;
import org.partita.core.metadata.InvalidRequestException;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.TopicConfig;
import org.partita.core.metadata.TopicConfig.CompressionType;
import org.partita.core.metadata.TopicExistsException;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicName;
import org.partita.core.record.Bytes;
import org.partita.core.record.Codecs;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.storage.StorageException;

/** Turns a wish for a topic into the topic, or says what is wrong with it. Used by one thread at a time. */
final class TopicPlanner {
    private static final System.Logger LOG = System.getLogger(TopicPlanner.class.getName());
    private static final int BROKERS = 1;
    private static final long VERSION_4 = 0x4000L;
    private static final long VERSION_MASK = 0xf000L;
    private static final long VARIANT_2 = 1L << 63;
    private static final long VARIANT_MASK = 3L << 62;
    private static final NewRecord SAMPLE = new NewRecord(0, Bytes.NULL, Bytes.EMPTY, List.of());

    private final BrokerConfig config;
    private final RandomGenerator random;
    private final Codecs codecs;

    TopicPlanner(BrokerConfig config, RandomGenerator random, Codecs codecs) {
        this.config = config;
        this.random = random;
        this.codecs = codecs;
    }

    TopicMetadata plan(NewTopic wish, MetadataImage image) {
        String name = TopicName.requireUsable(wish.name());
        if (image.topic(name).isPresent()) throw new TopicExistsException(name);
        int partitions = partitions(wish, image);
        int replicationFactor = replicationFactor(wish);
        TopicConfig settings = TopicConfig.parse(wish.config());
        requireUsable(settings.compressionType());
        return new TopicMetadata(newId(), name, partitions, replicationFactor, settings);
    }

    /** The topic as it is to be. More partitions would send keys to others than those that hold them so far. */
    TopicMetadata plan(TopicChange change, TopicMetadata before) {
        int partitions = change.partitions().orElse(before.partitions());
        if (partitions != before.partitions()) {
            throw new InvalidRequestException("partitions", "Topic " + before.name() + " has " + before.partitions()
                + " partitions, " + partitions + " found. The number of partitions cannot be changed in this version: "
                + "leave it out, or create another topic.");
        }
        TopicConfig settings = before.config().with(change.config(), change.resets());
        if (settings.compressionType() != before.config().compressionType()) requireUsable(settings.compressionType());
        return before.with(settings);
    }

    /** Tried rather than looked up: whether a library can be loaded shows when it is. */
    private void requireUsable(CompressionType type) {
        try {
            RecordBatchEncoder.encode(type.ofBroker(), codecs, List.of(SAMPLE), Long.MIN_VALUE);
        } catch (StorageException unusable) {
            LOG.log(Level.WARNING, "compression.type {0} was asked for: {1}", type.text(), unusable.getMessage());
            throw new InvalidRequestException("config.compression.type", "This broker cannot compress with "
                + type.text() + ": the library cannot be loaded. Use gzip, producer or uncompressed, or put the broker "
                + "right; its log has the cause.");
        }
    }

    private int partitions(NewTopic wish, MetadataImage image) {
        int partitions = wish.partitions().orElse(config.defaultPartitions());
        int limit = config.limits().maxPartitionsPerTopic();
        if (partitions < 1 || partitions > limit) {
            throw new InvalidRequestException("partitions", partitions + " partitions found, 1 to " + limit
                + " expected.");
        }
        int total = config.limits().maxPartitions();
        if (image.partitions() > total - partitions) {
            throw new InvalidRequestException("partitions", partitions + " partitions more are too many: this broker "
                + "takes " + total + " and has " + image.partitions() + ". Use fewer, or delete topics.");
        }
        return partitions;
    }

    /** More replicas than brokers is refused, not shrunk: a weaker promise than asked for is never made silently. */
    private int replicationFactor(NewTopic wish) {
        int replicationFactor = wish.replicationFactor().orElse(BROKERS);
        if (replicationFactor < 1 || replicationFactor > BROKERS) {
            throw new InvalidRequestException("replicationFactor", "Replication factor " + replicationFactor
                + " found, but a broker that runs alone can keep 1 replica of a partition. Use 1, or leave it out.");
        }
        return replicationFactor;
    }

    private UUID newId() {
        return new UUID(random.nextLong() & ~VERSION_MASK | VERSION_4, random.nextLong() & ~VARIANT_MASK | VARIANT_2);
    }
}
