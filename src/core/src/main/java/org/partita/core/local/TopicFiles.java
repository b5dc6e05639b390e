package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import org.partita.core.log.LogDirectory;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.MetadataStore;
import org.partita.core.metadata.TopicMetadata;
import org.partita.storage.BrokerException;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentStore;

/** Removes files the metadata calls unwanted, and no others. Waits for the disk; used by one thread at a time. */
final class TopicFiles {
    private static final System.Logger LOG = System.getLogger(TopicFiles.class.getName());

    private final SegmentStore store;
    private final LogDirectory logs;
    private final MetadataStore metadata;

    TopicFiles(SegmentStore store, LogDirectory logs, MetadataStore metadata) {
        this.store = store;
        this.logs = logs;
        this.metadata = metadata;
    }

    /** @return the image in force afterwards; if the disk fails, the files stay unwanted and go at the next start */
    MetadataImage discard(MetadataImage image, UUID topicId) {
        if (!image.unwanted().contains(topicId)) throw new IllegalStateException("topic " + topicId + " is wanted");
        logs.forget(topicId);
        try {
            for (PartitionId id : store.partitions()) {
                if (id.topicId().equals(topicId)) store.deletePartition(id);
            }
            return metadata.save(image.forgetting(topicId));
        } catch (BrokerException failure) {
            LOG.log(Level.WARNING, "files of deleted topic " + topicId + " remain until the next start", failure);
            return image;
        }
    }

    /** What is on disk and in no metadata is somebody's data until a person says otherwise. */
    void reportUnknown(MetadataImage image) {
        Set<UUID> known = image.topics().values().stream().map(TopicMetadata::id).collect(Collectors.toSet());
        known.addAll(image.unwanted());
        for (PartitionId id : store.partitions()) {
            if (!known.contains(id.topicId())) {
                LOG.log(Level.WARNING, "partition {0} has files, but no topic of this broker has this id; they are "
                    + "left alone", id);
            }
        }
    }
}
