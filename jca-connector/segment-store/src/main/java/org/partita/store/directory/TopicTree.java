package org.partita.store.directory;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.partita.storage.FileDisplacedException;
import org.partita.storage.PartitionId;
import org.partita.store.disk.Disk;

/**
 * The directories of topics and partitions: makes them, removes them, and knows those of partitions again. What is done
 * to a file by its name would be done to the files of another partition if directories changed places. Thread-safe.
 */
final class TopicTree {
    private final Disk disk;
    private final Layout layout;
    private final SpaceReserve reserve;
    private final Set<Path> durable = ConcurrentHashMap.newKeySet();
    /** As they were seen first. */
    private final Map<PartitionId, Object> keys = new ConcurrentHashMap<>();

    TopicTree(Disk disk, Layout layout, SpaceReserve reserve) {
        this.disk = disk;
        this.layout = layout;
        this.reserve = reserve;
    }

    /** Makes sure that the directory of a topic is there and survives a crash. */
    void ensure(UUID topicId) throws IOException {
        ensure(layout.topic(topicId));
    }

    /**
     * Makes sure that the directory of a partition is there, and survives a crash.
     *
     * @param subject what is about to be done there
     * @throws FileDisplacedException if it is not the one that was there before, or that one is gone
     */
    void ensure(PartitionId id, String subject) throws IOException {
        if (keys.containsKey(id) && key(id).isEmpty()) throw new FileDisplacedException(subject);
        ensure(id.topicId());
        ensure(layout.partition(id));
        requireSame(id, subject);
    }

    /** One found on disk is forced as well: who created it may have crashed, or be another thread before its fsync. */
    private void ensure(Path directory) throws IOException {
        if (durable.contains(directory)) return;
        reserve.use(() -> {
            disk.createDirectory(directory);
            disk.forceDirectory(directory.getParent());
            return durable.add(directory);
        });
    }

    /**
     * To be called before anything is done by name in the directory of a partition.
     *
     * @param subject what is about to be done
     * @throws FileDisplacedException if it is another directory than the first time; one that is not there passes
     */
    void requireSame(PartitionId id, String subject) throws IOException {
        Optional<Object> found = key(id);
        if (found.isEmpty()) return;
        Object first = keys.putIfAbsent(id, found.get());
        if (first != null && !first.equals(found.get())) throw new FileDisplacedException(subject);
    }

    private Optional<Object> key(PartitionId id) throws IOException {
        try {
            return disk.key(layout.partition(id));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** @throws NoSuchFileException if there is no such partition */
    void delete(PartitionId id) throws IOException {
        requireSame(id, "partition " + id + " delete");
        Path renamed = layout.deletedPartition(id);
        Leftovers.purge(disk, renamed);
        disk.rename(layout.partition(id), renamed);
        durable.remove(layout.partition(id));
        keys.remove(id);
        disk.forceDirectory(layout.topic(id.topicId()));
        Leftovers.purge(disk, renamed);
        deleteIfEmpty(id.topicId());
    }

    /** @throws NoSuchFileException if there is no such topic */
    void deleteIfEmpty(UUID topicId) throws IOException {
        Path topic = layout.topic(topicId);
        if (disk.list(topic).stream().anyMatch(entry -> !entry.name().equals(Layout.LABEL))) return;
        durable.remove(topic);
        disk.deleteIfExists(layout.label(topicId));
        disk.deleteIfExists(topic);
        disk.forceDirectory(layout.root());
    }
}
