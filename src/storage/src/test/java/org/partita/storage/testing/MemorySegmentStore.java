package org.partita.storage.testing;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.FileDisplacedException;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentStore;
import org.partita.storage.StoreStatistics;
import org.partita.storage.testing.MemoryDisk.PartitionFiles;

/** A handle on a {@link MemoryDisk}. Faults are ordered at the disk. */
public final class MemorySegmentStore implements SegmentStore {
    private static final Pattern STATE_NAME = Pattern.compile("[a-z0-9.-]{1,64}");

    private final MemoryDisk disk;
    private final int crashesBefore;
    private final List<MemorySegmentFile> openFiles = new CopyOnWriteArrayList<>();
    private final Map<PartitionId, PartitionFiles> firstSeen = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** A handle on a new, empty disk. */
    public MemorySegmentStore(DirectoryIdentity identity) {
        this(new MemoryDisk(identity));
    }

    MemorySegmentStore(MemoryDisk disk) {
        this.disk = requireNonNull(disk, "disk");
        this.crashesBefore = disk.crashes();
        disk.connections.incrementAndGet();
    }

    public MemoryDisk disk() {
        return disk;
    }

    /** {@link MemoryDisk#crash()}, and a new handle on what is left. This handle is dead. */
    public MemorySegmentStore crash() {
        disk.crash();
        return disk.open();
    }

    /** {@link MemoryDisk#crash(RandomGenerator)}, and a new handle on what is left. This handle is dead. */
    public MemorySegmentStore crash(RandomGenerator random) {
        disk.crash(random);
        return disk.open();
    }

    @Override
    public DirectoryIdentity identity() {
        requireOpen();
        return disk.identity();
    }

    @Override
    public Optional<String> bootId() {
        requireOpen();
        return Optional.of("boot " + disk.crashes());
    }

    @Override
    public List<PartitionId> partitions() {
        requireOpen();
        return List.copyOf(disk.partitions.keySet());
    }

    @Override
    public PartitionStore partition(PartitionId id) {
        requireOpen();
        return new MemoryPartitionStore(this, requireNonNull(id, "id"));
    }

    @Override
    public void deletePartition(PartitionId id) {
        requireOpen();
        if (openFiles.stream().anyMatch(file -> file.partition().equals(id))) {
            throw new IllegalStateException("partition " + id + " has open segment files");
        }
        files(id);
        disk.partitions.remove(id);
        firstSeen.remove(id);
    }

    /** Directory of a partition, if there is one: always the same as long as this handle is open. */
    Optional<PartitionFiles> files(PartitionId id) {
        PartitionFiles found = disk.partitions.get(id);
        if (found == null) return Optional.empty();
        PartitionFiles first = firstSeen.putIfAbsent(id, found);
        if (first != null && first != found) throw new FileDisplacedException("partition " + id);
        return Optional.of(found);
    }

    /** As {@link #files}, made if it was never there. */
    PartitionFiles filesForWrite(PartitionId id) {
        if (!firstSeen.containsKey(id)) disk.partitions.computeIfAbsent(id, key -> new PartitionFiles());
        return files(id).orElseThrow(() -> new FileDisplacedException("partition " + id));
    }

    @Override
    public void labelTopic(UUID topicId, String topicName) {
        requireOpen();
        disk.labels.put(requireNonNull(topicId, "topicId"), requireNonNull(topicName, "topicName"));
    }

    @Override
    public void deleteTopic(UUID topicId) {
        requireOpen();
        boolean used = disk.partitions.keySet().stream().anyMatch(id -> id.topicId().equals(topicId));
        if (!used) disk.labels.remove(topicId);
    }

    @Override
    public Optional<ByteBuffer> readState(String name) {
        requireOpen();
        checkStateName(name);
        disk.beforeRead("state " + name);
        return Optional.ofNullable(disk.states.get(name)).map(ByteBuffer::duplicate);
    }

    @Override
    public void writeState(String name, ByteBuffer content) {
        requireOpen();
        checkStateName(name);
        disk.writeState("state " + name, () -> disk.states.put(name, copyOf(content)));
    }

    @Override
    public boolean takeCleanMark() {
        requireOpen();
        return disk.takeCleanMark();
    }

    @Override
    public void writeCleanMark() {
        requireOpen();
        disk.writeCleanMark();
    }

    @Override
    public StoreStatistics statistics() {
        requireOpen();
        return new StoreStatistics(disk.connections.get(), disk.appends.get(), disk.appendedBytes.get(),
            disk.forces.get(), 0, disk.totalBytes(), disk.usableBytes());
    }

    @Override
    public void close() {
        if (closed) return;
        closed = true;
        new ArrayList<>(openFiles).forEach(MemorySegmentFile::close);
    }

    void opened(MemorySegmentFile file) {
        openFiles.add(file);
    }

    void closed(MemorySegmentFile file) {
        openFiles.remove(file);
    }

    void requireOpen() {
        if (closed) throw new IllegalStateException("this handle on the segment store is closed");
        requireNoCrash();
    }

    void requireNoCrash() {
        if (disk.crashes() != crashesBefore) throw new IllegalStateException("this handle is of before a crash");
    }

    static void checkStateName(String name) {
        if (!STATE_NAME.matcher(name).matches()) throw new IllegalArgumentException("state name '" + name + "'");
    }

    static ByteBuffer copyOf(ByteBuffer content) {
        ByteBuffer source = content.duplicate();
        return ByteBuffer.allocate(source.remaining()).put(source).flip().asReadOnlyBuffer();
    }
}
