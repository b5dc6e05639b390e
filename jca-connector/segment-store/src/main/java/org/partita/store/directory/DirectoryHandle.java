package org.partita.store.directory;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentStore;
import org.partita.storage.StoreStatistics;

/** One user's handle on a data directory; knows the files that were opened through it. */
final class DirectoryHandle implements SegmentStore {
    private final DataDirectory directory;
    private final Set<DirectorySegment> openFiles = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    DirectoryHandle(DataDirectory directory) {
        this.directory = directory;
    }

    @Override
    public DirectoryIdentity identity() {
        requireOpen();
        return directory.identity();
    }

    @Override
    public String name() {
        return directory.layout().root().toString();
    }

    @Override
    public Optional<String> bootId() {
        requireOpen();
        return directory.disk().bootId();
    }

    @Override
    public List<PartitionId> partitions() {
        requireOpen();
        return directory.partitions();
    }

    @Override
    public PartitionStore partition(PartitionId id) {
        requireOpen();
        return new PartitionDirectory(this, directory, requireNonNull(id, "id"));
    }

    @Override
    public void deletePartition(PartitionId id) {
        requireOpen();
        directory.deletePartition(id);
    }

    @Override
    public void labelTopic(UUID topicId, String topicName) {
        requireOpen();
        directory.labelTopic(topicId, topicName);
    }

    @Override
    public void deleteTopic(UUID topicId) {
        requireOpen();
        directory.deleteTopic(topicId);
    }

    @Override
    public Optional<ByteBuffer> readState(String name) {
        requireOpen();
        return directory.readState("state " + name, Layout.state(directory.layout().root(), name));
    }

    @Override
    public void writeState(String name, ByteBuffer content) {
        requireOpen();
        directory.writeState("state " + name, Layout.state(directory.layout().root(), name), content);
    }

    @Override
    public boolean takeCleanMark() {
        requireOpen();
        return directory.takeCleanMark();
    }

    @Override
    public void writeCleanMark() {
        requireOpen();
        directory.writeCleanMark();
    }

    @Override
    public StoreStatistics statistics() {
        requireOpen();
        return directory.statistics();
    }

    @Override
    public void close() {
        closed = true;
        openFiles.forEach(DirectorySegment::close);
        directory.disconnect(this);
    }

    /**
     * Takes note of a segment, and closes it if that fails.
     *
     * @throws IllegalStateException if the segment is open already or this handle was closed meanwhile
     */
    DirectorySegment opened(DirectorySegment segment) {
        try {
            directory.register(segment.key(), segment);
            openFiles.add(segment);
            requireOpen();
            return segment;
        } catch (IllegalStateException e) {
            segment.close();
            throw e;
        }
    }

    void released(SegmentKey key, DirectorySegment segment) {
        openFiles.remove(segment);
        directory.unregister(key, segment);
    }

    void requireOpen() {
        if (closed) throw new IllegalStateException("this handle on the segment store is closed");
    }
}
