package org.partita.core.metadata;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;

/**
 * The image on disk, in two copies in the broker's home directory, so that damage to one file loses no topic, and one
 * more in each of its other directories, so that the loss of a disk loses none either. Methods wait for the disk of the
 * home; used by one thread at a time.
 *
 * <p>The copies are written one after the other, and the newer one counts at a start. So an image is committed as soon
 * as its first copy is durable, and one whose first copy failed is taken back by writing the image before it under a
 * higher version. The other directories get it when it is committed, so they are never ahead of the home.
 */
public final class MetadataStore {
    private static final System.Logger LOG = System.getLogger(MetadataStore.class.getName());
    private static final String FIRST = "metadata.image";
    private static final String SECOND = "metadata.image.copy";
    private static final List<String> COPIES = List.of(FIRST, SECOND);

    private final SegmentStore store;
    private final List<SegmentStore> others;
    private final Consumer<ByteBuffer> committed;
    private Optional<MetadataImage> durable = Optional.empty();
    private long highestVersion = -1;
    private boolean inDoubt;

    /** For a broker with one data directory. */
    public MetadataStore(SegmentStore home) {
        this(home, List.of(), image -> { });
    }

    /**
     * @param others directories that may hold a copy
     * @param committed is told every image that is committed, in the form that {@link #writeCopy} takes
     */
    public MetadataStore(SegmentStore home, List<SegmentStore> others, Consumer<ByteBuffer> committed) {
        this.store = requireNonNull(home, "home");
        this.others = List.copyOf(others);
        this.committed = requireNonNull(committed, "committed");
    }

    /** Puts a committed image into a directory that is not the home. By any thread. */
    public static void writeCopy(SegmentStore other, ByteBuffer image) {
        other.writeState(SECOND, image);
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
        for (String copy : COPIES) newest = newer(newest, read(store, copy, findings));
        for (SegmentStore other : others) newest = newer(newest, read(other, SECOND, findings));
        if (newest.isEmpty()) return ifBlank(findings);
        report(findings, newest.get());
        durable = Optional.of(ofThisCluster(newest.get()));
        highestVersion = newest.get().version();
        return durable;
    }

    /** A damaged image may have been the newest: nobody can tell. */
    private static void report(List<String> findings, MetadataImage used) {
        findings.forEach(finding -> LOG.log(Level.WARNING, "{0}; the newest undamaged copy is used, of version {1} with "
            + "{2} topics, and written over it. If the damaged one was newer, topics that were created since are "
            + "missing, their files stay and are reported, and topics that were deleted or changed are as before. If "
            + "so, stop the broker, and restore {3} from a backup before the next start", finding,
            Long.toString(used.version()), used.topics().size(), String.join(" and ", COPIES)));
    }

    private static Optional<MetadataImage> newer(Optional<MetadataImage> one, Optional<MetadataImage> other) {
        boolean better = one.isEmpty() || other.isPresent() && other.get().version() > one.get().version();
        return better ? other : one;
    }

    /** Whether only a restart can tell which image counts. Nothing can be saved then. */
    public boolean inDoubt() {
        return inDoubt;
    }

    /**
     * Makes the image durable. Whatever is thrown except for {@link MetadataInDoubtException} means that the image
     * before still counts, also after a restart.
     *
     * @return what is in force now: the image, its version raised above all that may be on disk
     * @throws MetadataInDoubtException if either this or the image before counts after a restart
     */
    public MetadataImage save(MetadataImage wanted) {
        if (inDoubt) throw new MetadataInDoubtException(null);
        MetadataImage image = wanted.atVersion(Math.max(wanted.version(), highestVersion + 1));
        ByteBuffer content = MetadataCodec.encode(image);
        highestVersion = image.version();
        try {
            store.writeState(FIRST, content.duplicate());
        } catch (RuntimeException failure) {
            takeBack(image, failure);
            throw failure;
        }
        durable = Optional.of(image);
        writeSecond(content);
        committed.accept(content);
        return image;
    }

    private void writeSecond(ByteBuffer content) {
        try {
            store.writeState(SECOND, content.duplicate());
        } catch (RuntimeException failure) {
            LOG.log(Level.WARNING, "state file " + SECOND + " could not be written; its other copy holds the metadata, "
                + "and the next change writes both again", failure);
        }
    }

    /** Nothing is known of the copy a failed write leaves, so it is looked at, and outdone if need be. */
    private void takeBack(MetadataImage failed, RuntimeException failure) {
        if (durable.isEmpty() || neverGotThere(failed)) return;
        MetadataImage before = durable.get().atVersion(failed.version() + 1);
        highestVersion = before.version();
        for (String copy : COPIES) {
            try {
                store.writeState(copy, MetadataCodec.encode(before));
                durable = Optional.of(before);
                return;
            } catch (RuntimeException again) {
                failure.addSuppressed(again);
            }
        }
        inDoubt = true;
        throw new MetadataInDoubtException(failure);
    }

    private boolean neverGotThere(MetadataImage failed) {
        try {
            Optional<ByteBuffer> content = store.readState(FIRST);
            return content.isEmpty() || MetadataCodec.decode(content.get()).version() < failed.version();
        } catch (RuntimeException unreadable) {
            LOG.log(Level.WARNING, "state file " + FIRST + " cannot be read after a failed write", unreadable);
            return false;
        }
    }

    private static Optional<MetadataImage> read(SegmentStore from, String copy, List<String> findings) {
        Optional<ByteBuffer> content = from.readState(copy);
        if (content.isEmpty()) return Optional.empty();
        try {
            return Optional.of(MetadataCodec.decode(content.get()));
        } catch (LaterVersionException later) {
            throw new StorageException("State file " + copy + " in " + from.name() + " was written by a later version: "
                + "it has " + later.getMessage() + " Nothing was changed. Start the later version, or an empty data "
                + "directory.", later);
        } catch (StorageException damaged) {
            findings.add("state file " + copy + " in " + from.name() + " has " + damaged.getMessage());
            return Optional.empty();
        }
    }

    private Optional<MetadataImage> ifBlank(List<String> findings) {
        int partitions = store.partitions().size() + others.stream().mapToInt(each -> each.partitions().size()).sum();
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
