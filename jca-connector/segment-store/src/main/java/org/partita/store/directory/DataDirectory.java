package org.partita.store.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.DirectoryUnavailableException;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;
import org.partita.storage.StoreStatistics;
import org.partita.store.disk.NioDisk;
import org.partita.store.disk.Disk;
import org.partita.store.file.OpenFiles;

/** An open data directory: locked against everyone else until it is closed. Thread-safe. */
public final class DataDirectory implements AutoCloseable {
    private final Disk disk;
    private final OpenFiles openFiles;
    private final Layout layout;
    private final AtomicFiles files;
    private final DirectoryIdentity identity;
    private final DirectoryLock lock;
    private final SpaceReserve reserve;
    private final DiskErrors errors;
    private final StoreCounters counters = new StoreCounters();
    private final WriteBuffers writeBuffers = new WriteBuffers();
    private final Set<DirectoryHandle> handles = ConcurrentHashMap.newKeySet();
    private final Map<SegmentKey, DirectorySegment> openSegments = new ConcurrentHashMap<>();
    private final TopicTree tree;
    private volatile boolean closed;

    DataDirectory(Disk disk, OpenFiles openFiles, Layout layout, AtomicFiles files, DirectoryIdentity identity,
                  DirectoryLock lock, SpaceReserve reserve) {
        this.disk = disk;
        this.openFiles = openFiles;
        this.layout = layout;
        this.files = files;
        this.identity = identity;
        this.lock = lock;
        this.reserve = reserve;
        this.errors = new DiskErrors(disk, layout.root());
        this.tree = new TopicTree(disk, layout, reserve);
    }

    /**
     * Opens a data directory; creates it if there is none.
     *
     * @throws DirectoryUnavailableException if it cannot be used; nothing stays locked or open
     */
    public static DataDirectory open(Path path, int brokerId) {
        return open(path, brokerId, OpenFiles.shareOfThisProcess(1));
    }

    /** {@link #open(Path, int)} with a bound on open segment files. */
    public static DataDirectory open(Path path, int brokerId, OpenFiles openFiles) {
        return open(path, brokerId, UUID.randomUUID().toString(), openFiles);
    }

    /** As {@link #open(Path, int, OpenFiles)}. @param newClusterId of the cluster it belongs to if it is created */
    public static DataDirectory open(Path path, int brokerId, String newClusterId, OpenFiles openFiles) {
        requireNonNull(path, "path");
        requireNonNull(newClusterId, "newClusterId");
        requireNonNull(openFiles, "openFiles");
        return new DirectoryOpening(path, brokerId, newClusterId, new NioDisk(), openFiles, UUID::randomUUID).open();
    }

    /** Whether there is a data directory, whoever it belongs to and whatever state it is in. */
    public static boolean exists(Path path) {
        return Files.exists(new Layout(path).meta());
    }

    public boolean isOpen() {
        return !closed;
    }

    /** @throws IllegalStateException if this directory is closed */
    public SegmentStore connect() {
        DirectoryHandle handle = new DirectoryHandle(this);
        handles.add(handle);
        if (closed) {
            handle.close();
            throw new IllegalStateException("data directory " + layout.root() + " is closed");
        }
        counters.connected();
        return handle;
    }

    /**
     * Closes every handle and every file, then gives up the lock. Slices stay readable. Idempotent.
     *
     * @throws StorageException if the lock file cannot be closed
     */
    @Override
    public void close() {
        if (closed) return;
        closed = true;
        handles.forEach(DirectoryHandle::close);
        try {
            lock.close();
        } catch (IOException e) {
            throw errors.writing("data directory " + layout.root() + " unlock", 0, e);
        }
    }

    /** The real path. */
    public Path path() {
        return layout.root();
    }

    public DirectoryIdentity identity() {
        return identity;
    }

    Disk disk() {
        return disk;
    }

    Layout layout() {
        return layout;
    }

    OpenFiles openFiles() {
        return openFiles;
    }

    DiskErrors errors() {
        return errors;
    }

    DirectoryLock lock() {
        return lock;
    }

    SpaceReserve reserve() {
        return reserve;
    }

    TopicTree tree() {
        return tree;
    }

    StoreCounters counters() {
        return counters;
    }

    WriteBuffers writeBuffers() {
        return writeBuffers;
    }

    void disconnect(DirectoryHandle handle) {
        handles.remove(handle);
    }

    void register(SegmentKey key, DirectorySegment segment) {
        if (openSegments.putIfAbsent(key, segment) != null) throw new IllegalStateException(key + " is open already");
    }

    void unregister(SegmentKey key, DirectorySegment segment) {
        openSegments.remove(key, segment);
    }

    /** To be called before the file of this name is deleted. */
    void detach(SegmentKey key) {
        DirectorySegment segment = openSegments.get(key);
        if (segment != null) segment.detach();
    }

    /** The file of this name was deleted; a new one may be opened while the old one is still in use. */
    void forget(SegmentKey key) {
        openSegments.remove(key);
    }

    List<PartitionId> partitions() {
        try {
            List<PartitionId> found = new ArrayList<>();
            for (Disk.Entry entry : disk.list(layout.root())) {
                Optional<UUID> topicId = Layout.topicId(entry);
                if (topicId.isPresent()) addPartitions(topicId.get(), found);
            }
            return found.stream().sorted().toList();
        } catch (IOException e) {
            throw errors.reading("data directory " + layout.root(), e);
        }
    }

    private void addPartitions(UUID topicId, List<PartitionId> found) throws IOException {
        for (Disk.Entry entry : disk.list(layout.topic(topicId))) {
            Layout.partition(entry).ifPresent(partition -> found.add(new PartitionId(topicId, partition)));
        }
    }

    void deletePartition(PartitionId id) {
        if (openSegments.keySet().stream().anyMatch(key -> key.partition().equals(id))) {
            throw new IllegalStateException("partition " + id + " has open segments; close them first");
        }
        try {
            lock.requireHeld("partition " + id + " delete");
            tree.delete(id);
        } catch (NoSuchFileException e) {
            // There is no such partition.
            return;
        } catch (IOException e) {
            throw errors.writing("partition " + id + " delete", 0, e);
        }
    }

    void deleteTopic(UUID topicId) {
        try {
            lock.requireHeld("topic " + topicId + " delete");
            tree.deleteIfEmpty(topicId);
        } catch (NoSuchFileException e) {
            // There is nothing left of it.
            return;
        } catch (IOException e) {
            throw errors.writing("topic " + topicId + " delete", 0, e);
        }
    }

    void labelTopic(UUID topicId, String topicName) {
        String subject = "topic " + topicId + " label";
        try {
            lock.requireHeld(subject);
            tree.ensure(topicId);
        } catch (IOException e) {
            throw errors.writing(subject, 0, e);
        }
        writeState(subject, layout.label(topicId), UTF_8.encode(TopicLabel.json(topicId, topicName)));
    }

    Optional<ByteBuffer> readState(String subject, Path path) {
        try {
            return files.read(path);
        } catch (IOException e) {
            throw errors.reading(subject, e);
        }
    }

    void writeState(String subject, Path path, ByteBuffer content) {
        try {
            files.write(path, content);
        } catch (IOException e) {
            throw errors.writing(subject, content.remaining(), e);
        }
    }

    boolean takeCleanMark() {
        if (readState("clean mark", layout.cleanMark()).isEmpty()) return false;
        try {
            disk.deleteIfExists(layout.cleanMark());
            disk.forceDirectory(layout.root());
            return true;
        } catch (IOException e) {
            throw errors.writing("clean mark", 0, e);
        }
    }

    void writeCleanMark() {
        writeState("clean mark", layout.cleanMark(), UTF_8.encode("everything is flushed and closed\n"));
    }

    StoreStatistics statistics() {
        try {
            return counters.with(disk.totalBytes(layout.root()), disk.usableBytes(layout.root()));
        } catch (IOException e) {
            throw errors.reading("data directory " + layout.root(), e);
        }
    }
}
