package org.partita.store;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentStore;
import org.partita.storage.StoreStatistics;
import org.partita.store.directory.DataDirectory;

/**
 * The handle that the broker holds. Its work goes straight to the directory: no container code on the way of a record.
 *
 * <p>Ends by {@link #close} of its user or by the container; every later call is refused by the directory's session.
 */
final class StoreConnection implements SegmentStore {
    private final DataDirectory directory;
    private final SegmentStore session;
    /** Empty once this handle has ended. */
    private final AtomicReference<StoreManagedConnection> owner;

    StoreConnection(StoreManagedConnection owner, SegmentStore session) {
        this.directory = owner.directory();
        this.session = requireNonNull(session, "session");
        this.owner = new AtomicReference<>(owner);
    }

    DataDirectory directory() {
        return directory;
    }

    void moveTo(StoreManagedConnection target) {
        StoreManagedConnection before = owner.getAndUpdate(current -> current == null ? null : target);
        if (before == null) target.left(this);
        else if (before != target) before.left(this);
    }

    /** Ends this handle without an event. */
    void invalidate() {
        owner.set(null);
        session.close();
    }

    @Override
    public void close() {
        StoreManagedConnection before = owner.getAndSet(null);
        session.close();
        if (before != null) before.closed(this);
    }

    @Override
    public DirectoryIdentity identity() {
        return session.identity();
    }

    @Override
    public String name() {
        return session.name();
    }

    @Override
    public Optional<String> bootId() {
        return session.bootId();
    }

    @Override
    public List<PartitionId> partitions() {
        return session.partitions();
    }

    @Override
    public PartitionStore partition(PartitionId id) {
        return session.partition(id);
    }

    @Override
    public void deletePartition(PartitionId id) {
        session.deletePartition(id);
    }

    @Override
    public void labelTopic(UUID topicId, String topicName) {
        session.labelTopic(topicId, topicName);
    }

    @Override
    public void deleteTopic(UUID topicId) {
        session.deleteTopic(topicId);
    }

    @Override
    public Optional<ByteBuffer> readState(String name) {
        return session.readState(name);
    }

    @Override
    public void writeState(String name, ByteBuffer content) {
        session.writeState(name, content);
    }

    @Override
    public boolean takeCleanMark() {
        return session.takeCleanMark();
    }

    @Override
    public void writeCleanMark() {
        session.writeCleanMark();
    }

    @Override
    public StoreStatistics statistics() {
        return session.statistics();
    }
}
