package org.partita.store.directory;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.partita.store.disk.Disk;

/** Removes what a crash left half done, and reports entries that are not ours. Those stay. */
final class Leftovers {
    private static final System.Logger LOG = System.getLogger(Leftovers.class.getName());
    private static final int NAMES_IN_LOG = 10;

    private final Disk disk;
    private final Layout layout;
    private final List<Path> unknown = new ArrayList<>();
    private int removed;

    Leftovers(Disk disk, Layout layout) {
        this.disk = disk;
        this.layout = layout;
    }

    void remove() throws IOException {
        Path root = layout.root();
        for (Disk.Entry entry : disk.list(root)) {
            if (Layout.topicId(entry).isPresent()) sweepTopic(root.resolve(entry.name()));
            else if (Layout.isTemporary(entry)) delete(root.resolve(entry.name()));
            else if (!Layout.isRootEntry(entry)) unknown.add(root.resolve(entry.name()));
        }
        if (removed > 0) LOG.log(INFO, "data directory {0}: removed {1} leftovers of a crash", root, removed);
        if (!unknown.isEmpty()) {
            LOG.log(WARNING, "data directory {0}: {1} entries are not ours and stay as they are: {2}", root,
                unknown.size(), unknown.stream().limit(NAMES_IN_LOG).map(root::relativize).toList());
        }
    }

    private void sweepTopic(Path topic) throws IOException {
        for (Disk.Entry entry : disk.list(topic)) {
            Path path = topic.resolve(entry.name());
            if (Layout.partition(entry).isPresent()) sweepIfReadable(path);
            else if (Layout.isDeletedPartition(entry)) purge(path);
            else if (Layout.isTemporary(entry)) delete(path);
            else if (!Layout.isTopicEntry(entry)) unknown.add(path);
        }
    }

    /** One that cannot be read is offline as soon as it is opened; that is no reason to do without the others. */
    private void sweepIfReadable(Path partition) {
        try {
            sweepPartition(partition);
        } catch (IOException e) {
            LOG.log(WARNING, "partition directory " + partition + " cannot be looked through for leftovers", e);
        }
    }

    private void sweepPartition(Path partition) throws IOException {
        List<Disk.Entry> entries = disk.list(partition);
        Set<String> names = entries.stream().map(Disk.Entry::name).collect(Collectors.toSet());
        for (Disk.Entry entry : entries) {
            boolean orphan = Layout.isIndex(entry) && !names.contains(Layout.segmentOf(entry));
            boolean leftover = orphan || Layout.isTemporary(entry) || Layout.isDeletedSegment(entry);
            if (leftover) delete(partition.resolve(entry.name()));
            else if (!Layout.isPartitionFile(entry)) unknown.add(partition.resolve(entry.name()));
        }
    }

    private void purge(Path partition) throws IOException {
        if (purge(disk, partition)) removed++;
        else unknown.add(partition);
    }

    private void delete(Path path) throws IOException {
        disk.deleteIfExists(path);
        removed++;
    }

    /**
     * Removes a partition that was renamed for deletion; no effect if there is none.
     *
     * @return false if it holds entries that are not ours; they stay, and so does the directory
     */
    static boolean purge(Disk disk, Path deletedPartition) throws IOException {
        boolean empty = true;
        for (Disk.Entry entry : listIfExists(disk, deletedPartition)) {
            if (Layout.isPartitionFile(entry)) disk.deleteIfExists(deletedPartition.resolve(entry.name()));
            else empty = false;
        }
        if (empty) disk.deleteIfExists(deletedPartition);
        return empty;
    }

    private static List<Disk.Entry> listIfExists(Disk disk, Path directory) throws IOException {
        try {
            return disk.list(directory);
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }
}
