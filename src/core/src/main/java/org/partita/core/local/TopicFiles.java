package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import org.partita.core.directory.BrokerDirectories;
import org.partita.core.directory.BrokerDirectory;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.MetadataStore;
import org.partita.core.metadata.TopicMetadata;
import org.partita.storage.BrokerException;
import org.partita.storage.PartitionId;

/** Removes files the metadata calls unwanted, and no others. Used by one thread at a time. */
final class TopicFiles {
    private static final System.Logger LOG = System.getLogger(TopicFiles.class.getName());

    private final BrokerDirectories directories;
    private final MetadataStore metadata;

    TopicFiles(BrokerDirectories directories, MetadataStore metadata) {
        this.directories = directories;
        this.metadata = metadata;
    }

    /** The topic is deleted, or will not come to be; its replicas are being closed. */
    void release(UUID topicId) {
        directories.release(topicId);
    }

    /** @return whether all files are gone; if not they stay unwanted and go at the next start */
    CompletionStage<Boolean> remove(MetadataImage image, UUID topicId) {
        requireUnwanted(image, topicId);
        return directories.removeFiles(topicId);
    }

    /** As {@link BrokerDirectories#persist}. */
    CompletionStage<Boolean> persist(PartitionId id) {
        return directories.persist(id);
    }

    /** After all files are gone. Waits for the disk. @return the image in force afterwards */
    MetadataImage forget(MetadataImage image, UUID topicId) {
        directories.forget(topicId);
        try {
            return metadata.save(image.forgetting(topicId));
        } catch (BrokerException failure) {
            LOG.log(Level.WARNING, "that the files of deleted topic " + topicId + " are gone could not be noted; the "
                + "next start does it", failure);
            return image;
        }
    }

    /**
     * {@link #remove} and {@link #forget} by the starting thread. Waits for the disks.
     *
     * <p>Messages of a topic that was never made tell that it was: the metadata is an older copy, and they stay.
     */
    MetadataImage discardNow(MetadataImage image, UUID topicId) {
        requireUnwanted(image, topicId);
        if (image.unmade().contains(topicId) && directories.haveMessages(topicId)) {
            LOG.log(Level.ERROR, "topic {0} has messages, but the metadata that was found is of before it was created: "
                + "its files are left alone. Start with all data directories and the newest metadata.image", topicId);
            return image;
        }
        return directories.removeFilesNow(topicId) ? forget(image, topicId) : image;
    }

    private static void requireUnwanted(MetadataImage image, UUID topicId) {
        if (!image.unwanted().contains(topicId)) throw new IllegalStateException("topic " + topicId + " is wanted");
    }

    /** What is on disk and in no metadata is somebody's data until a person says otherwise. */
    void reportUnknown(MetadataImage image) {
        Set<UUID> known = image.topics().values().stream().map(TopicMetadata::id).collect(Collectors.toSet());
        known.addAll(image.unwanted());
        for (PartitionId id : directories.partitions()) {
            if (!known.contains(id.topicId())) {
                LOG.log(Level.WARNING, "partition {0} has files in {1}, but no topic of this broker has this id; they "
                    + "are left alone", id, directories.holding(id).stream().map(BrokerDirectory::name).toList());
            }
        }
    }
}
