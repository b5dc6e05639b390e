package org.partita.core.metadata;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;

/**
 * The image on disk, in two copies, so that damage to one file loses no topic. Methods wait for the disk.
 *
 * <p>The copies are written one after the other; after a crash between them the newer one counts.
 */
public final class MetadataStore {
    private static final System.Logger LOG = System.getLogger(MetadataStore.class.getName());
    private static final List<String> COPIES = List.of("metadata.image", "metadata.image.copy");

    private final SegmentStore store;

    public MetadataStore(SegmentStore store) {
        this.store = requireNonNull(store, "store");
    }

    /**
     * Reads the newest undamaged copy.
     *
     * @return empty if none was ever written
     * @throws StorageException if what is there cannot be used; the message tells an operator what to do
     */
    public Optional<MetadataImage> load() {
        List<String> findings = new ArrayList<>();
        Optional<MetadataImage> newest = Optional.empty();
        for (String copy : COPIES) {
            Optional<MetadataImage> image = read(copy, findings);
            if (newest.isEmpty() || image.isPresent() && image.get().version() > newest.get().version()) {
                newest = image;
            }
        }
        if (newest.isEmpty()) return ifBlank(findings);
        findings.forEach(finding -> LOG.log(Level.WARNING, "{0}; its other copy is used and will repair it", finding));
        return Optional.of(ofThisCluster(newest.get()));
    }

    /** Makes the image durable. If this throws, either this or the image before is there after a restart. */
    public void save(MetadataImage image) {
        ByteBuffer content = MetadataCodec.encode(image);
        for (String copy : COPIES) store.writeState(copy, content.duplicate());
    }

    private Optional<MetadataImage> read(String copy, List<String> findings) {
        Optional<ByteBuffer> content = store.readState(copy);
        if (content.isEmpty()) return Optional.empty();
        try {
            return Optional.of(MetadataCodec.decode(content.get()));
        } catch (StorageException damaged) {
            findings.add("state file " + copy + " has " + damaged.getMessage());
            return Optional.empty();
        }
    }

    private Optional<MetadataImage> ifBlank(List<String> findings) {
        int partitions = store.partitions().size();
        if (findings.isEmpty() && partitions == 0) return Optional.empty();
        String found = findings.isEmpty() ? "there is no metadata image" : String.join("; ", findings);
        throw new StorageException("Cannot tell which topics the data directory holds: " + found + ", while "
            + partitions + " partitions have files. Nothing was changed. Restore " + String.join(" and ", COPIES)
            + " from a backup, or start with an empty data directory and keep this one.");
    }

    private MetadataImage ofThisCluster(MetadataImage image) {
        String clusterId = store.identity().clusterId();
        if (!image.clusterId().equals(clusterId)) {
            throw new StorageException("The metadata is of cluster " + image.clusterId() + ", the data directory of "
                + clusterId + ". Nothing was changed. Put the metadata of this cluster back, or use the directory "
                + "that belongs to it.");
        }
        return image;
    }
}
