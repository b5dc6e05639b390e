package org.partita.storage.testing;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;
import org.partita.storage.TooManyFilesException;

/**
 * What is on one data directory, whichever handles are open on it. Outlives handles and crashes.
 *
 * <p>Only bytes of segment and index files can be lost: everything else is durable when its call returns, as the port
 * promises.
 */
public final class MemoryDisk {
    private static final long DEFAULT_TOTAL_BYTES = 1L << 40;

    final ConcurrentSkipListMap<PartitionId, PartitionFiles> partitions = new ConcurrentSkipListMap<>();
    final SortedMap<PartitionId, PartitionFiles> movedAway = new TreeMap<>();
    final Map<String, ByteBuffer> states = new ConcurrentHashMap<>();
    final Map<UUID, String> labels = new ConcurrentHashMap<>();
    final AtomicLong connections = new AtomicLong();
    final AtomicLong appends = new AtomicLong();
    final AtomicLong appendedBytes = new AtomicLong();
    final AtomicLong forces = new AtomicLong();
    final AtomicLong readBytes = new AtomicLong();

    private final DirectoryIdentity identity;
    private final Queue<AppendFault> appendFaults = new ArrayDeque<>();
    private final Queue<StateWriteFault> creationFaults = new ArrayDeque<>();
    private final TreeMap<Long, StateWriteFault> stateWriteFaults = new TreeMap<>();
    private long totalBytes = DEFAULT_TOTAL_BYTES;
    private int forcesToFail;
    private int readsToFail;
    private int closesToFail;
    private int openingsToFail;
    private int stateWritesToBreak;
    private int forcesWithoutFile;
    private int readsWithoutFile;
    private int indexesWithoutFile;
    private long stateWrites;
    private int crashes;
    private boolean cleanMark;

    public MemoryDisk(DirectoryIdentity identity) {
        this.identity = requireNonNull(identity, "identity");
    }

    public DirectoryIdentity identity() {
        return identity;
    }

    /** How much was read of segment files so far. */
    public long readBytes() {
        return readBytes.get();
    }

    /** A handle on this disk. */
    public MemorySegmentStore open() {
        return new MemorySegmentStore(this);
    }

    /** Loses every byte of a segment file that was not forced. Handles of before are dead. */
    public void crash() {
        crash(unforcedBytes -> 0);
    }

    /** Like {@link #crash()}, but of each file a part of the unforced tail survives, between nothing and all of it. */
    public void crash(RandomGenerator random) {
        requireNonNull(random, "random");
        crash(unforcedBytes -> random.nextInt(unforcedBytes + 1));
    }

    private synchronized void crash(IntUnaryOperator survivingBytes) {
        partitions.values().forEach(files -> files.crash(survivingBytes));
        movedAway.values().forEach(files -> files.crash(survivingBytes));
        crashes++;
        appendFaults.clear();
        creationFaults.clear();
        forcesToFail = 0;
        readsToFail = 0;
        closesToFail = 0;
        stateWritesToBreak = 0;
        refuseNoMore();
        stateWriteFaults.clear();
    }

    /** The next append on any file that no earlier fault waits for fails. */
    public synchronized void failNextAppend(AppendFault fault) {
        appendFaults.add(requireNonNull(fault, "fault"));
    }

    /** The next segment file that no earlier fault waits for cannot be made, or is made and an error is reported. */
    public synchronized void failNextCreation(StateWriteFault fault) {
        creationFaults.add(requireNonNull(fault, "fault"));
    }

    /** The next force of any file fails; none of its bytes becomes durable. */
    public synchronized void failNextForce() {
        forcesToFail++;
    }

    /** The next close of a segment file fails in a way nobody foresaw, when the file is closed. */
    public synchronized void failNextClose() {
        closesToFail++;
    }

    /** The next segment file that is there cannot be opened. */
    public synchronized void failNextOpening() {
        openingsToFail++;
    }

    /** The next force finds that the process may open no more files; the file is as before. */
    public synchronized void refuseNextForce() {
        forcesWithoutFile++;
    }

    /** The next read of a slice or of a state finds that the process may open no more files. */
    public synchronized void refuseNextRead() {
        readsWithoutFile++;
    }

    /** The next index file that is opened finds that the process may open no more files. */
    public synchronized void refuseNextIndex() {
        indexesWithoutFile++;
    }

    /** The process may open files again. */
    public synchronized void refuseNoMore() {
        forcesWithoutFile = 0;
        readsWithoutFile = 0;
        indexesWithoutFile = 0;
    }

    /** The next read of a slice or of a state fails. */
    public synchronized void failNextRead() {
        readsToFail++;
    }

    /** The next write of a state or an index that no earlier fault waits for fails; the old content stays. */
    public synchronized void failNextStateWrite() {
        int nth = 1;
        while (stateWriteFaults.containsKey(stateWrites + nth)) nth++;
        failStateWrite(nth, StateWriteFault.IO_ERROR);
    }

    /** Of the writes of states from now on, the {@code nth} fails; 1 is the next. */
    public synchronized void failStateWrite(int nth, StateWriteFault fault) {
        if (nth < 1) throw new IllegalArgumentException("nth " + nth + " < 1");
        stateWriteFaults.put(stateWrites + nth, requireNonNull(fault, "fault"));
    }

    /** The next write of a state or an index fails in a way nobody foresaw; the old content stays. */
    public synchronized void breakNextStateWrite() {
        stateWritesToBreak++;
    }

    /** States can be written again. */
    public synchronized void failNoStateWrite() {
        stateWriteFaults.clear();
    }

    /** From now on there is space for so many more bytes in segment files. */
    public synchronized void limitUsableBytes(long usableBytes) {
        if (usableBytes < 0) throw new IllegalArgumentException("usableBytes " + usableBytes + " < 0");
        totalBytes = usedBytes() + usableBytes;
    }

    /** Damages bytes of a segment file that are there. */
    public void overwrite(PartitionId id, long baseOffset, int positionBytes, byte... content) {
        partitions.get(id).segments.get(baseOffset).overwrite(positionBytes, content);
    }

    /** Makes a segment file shorter under who has it open. */
    public void shorten(PartitionId id, long baseOffset, int sizeBytes) {
        partitions.get(id).segments.get(baseOffset).truncate(sizeBytes);
    }

    /** Takes a segment file away from under who has it open. */
    public void unlink(PartitionId id, long baseOffset) {
        partitions.get(id).segments.remove(baseOffset);
    }

    /** Takes the directory of a partition away from under who has files of it open. */
    public void unlink(PartitionId id) {
        partitions.remove(id);
    }

    /** {@link #unlink(PartitionId)}, but what is there the first time is kept for {@link #putBack}. */
    public synchronized void moveAway(PartitionId id) {
        PartitionFiles files = partitions.remove(id);
        if (files != null) movedAway.putIfAbsent(id, files.copy());
    }

    /** Cuts the last segment file of a partition in place; what is there at first is kept for {@link #putBack}. */
    public synchronized void shorten(PartitionId id, RandomGenerator random) {
        PartitionFiles files = partitions.get(id);
        if (files.segments.isEmpty() || files.segments.lastEntry().getValue().length() == 0) return;
        movedAway.putIfAbsent(id, files.copy());
        MemoryFile last = files.segments.lastEntry().getValue();
        last.truncate(random.nextInt(last.length()));
    }

    /**
     * What was moved away is at its place again, but for topics that were deleted meanwhile. While no file is open.
     *
     * @return whether anything was
     */
    public synchronized boolean putBack() {
        boolean any = !movedAway.isEmpty();
        movedAway.keySet().removeIf(id -> !labels.containsKey(id.topicId()));
        partitions.putAll(movedAway);
        movedAway.clear();
        return any;
    }

    /** Lets the directories of two partitions change places. */
    public void exchange(PartitionId one, PartitionId other) {
        PartitionFiles files = partitions.get(one);
        partitions.put(one, partitions.get(other));
        partitions.put(other, files);
    }

    boolean names(PartitionId id, long baseOffset, MemoryFile file) {
        PartitionFiles files = partitions.get(id);
        return files != null && files.segments.get(baseOffset) == file;
    }

    /** Takes an index file away. */
    public void removeIndex(PartitionId id, long baseOffset, IndexKind kind) {
        partitions.get(id).indexes.remove(new IndexName(baseOffset, kind));
    }

    /** Takes small state of a partition away. */
    public void removeState(PartitionId id, String name) {
        partitions.get(id).states.remove(name);
    }

    /** All partitions that have a directory, ascending. */
    public List<PartitionId> partitions() {
        return List.copyOf(partitions.keySet());
    }

    /** Whether there is a directory of this partition. */
    public boolean holds(PartitionId id) {
        return partitions.containsKey(id);
    }

    /** The name that was left beside a topic. */
    public Optional<String> label(UUID topicId) {
        return Optional.ofNullable(labels.get(topicId));
    }

    synchronized Optional<AppendFault> nextAppendFault(int sizeBytes) {
        AppendFault planned = appendFaults.poll();
        if (planned != null) return Optional.of(planned);
        return sizeBytes > usableBytes() ? Optional.of(AppendFault.DISK_FULL) : Optional.empty();
    }

    synchronized void createSegment(String subject, Runnable create) {
        StateWriteFault fault = creationFaults.poll();
        if (fault == null || fault == StateWriteFault.IO_ERROR_AFTER_REPLACING) create.run();
        if (fault != null) throw fault.exception(subject);
    }

    synchronized boolean nextForceFails() {
        return forcesToFail > 0 && forcesToFail-- > 0;
    }

    synchronized void afterClose(String subject) {
        if (closesToFail == 0) return;
        closesToFail--;
        throw new IllegalStateException(subject + ": injected bug of close");
    }

    synchronized void beforeOpening(String subject) {
        if (openingsToFail > 0 && openingsToFail-- > 0) {
            throw new StorageException(subject + ": cannot be opened: injected I/O error");
        }
    }

    synchronized void beforeForce(String subject) {
        if (forcesWithoutFile > 0 && forcesWithoutFile-- > 0) throw noDescriptor(subject);
    }

    synchronized void beforeIndex(String subject) {
        if (indexesWithoutFile > 0 && indexesWithoutFile-- > 0) throw noDescriptor(subject);
    }

    private static TooManyFilesException noDescriptor(String subject) {
        return new TooManyFilesException(subject + ": cannot be opened: injected", null);
    }

    synchronized void beforeRead(String subject) {
        if (readsWithoutFile > 0 && readsWithoutFile-- > 0) throw noDescriptor(subject);
        if (readsToFail == 0) return;
        readsToFail--;
        throw new StorageException(subject + ": cannot be read: injected I/O error");
    }

    synchronized void writeState(String subject, Runnable write) {
        StateWriteFault fault = stateWriteFaults.remove(++stateWrites);
        if (stateWritesToBreak > 0 && stateWritesToBreak-- > 0) {
            throw new IllegalStateException(subject + ": injected bug of a write");
        }
        if (fault == null || fault == StateWriteFault.IO_ERROR_AFTER_REPLACING) write.run();
        if (fault != null) throw fault.exception(subject);
    }

    synchronized long totalBytes() {
        return totalBytes;
    }

    synchronized long usableBytes() {
        return Math.max(0, totalBytes - usedBytes());
    }

    synchronized int crashes() {
        return crashes;
    }

    synchronized boolean takeCleanMark() {
        boolean found = cleanMark;
        cleanMark = false;
        return found;
    }

    synchronized void writeCleanMark() {
        cleanMark = true;
    }

    private long usedBytes() {
        return partitions.values().stream()
            .flatMap(files -> files.segments.values().stream()).mapToLong(MemoryFile::length).sum();
    }

    /** Directory of one partition. */
    static final class PartitionFiles {
        final ConcurrentSkipListMap<Long, MemoryFile> segments = new ConcurrentSkipListMap<>();
        final ConcurrentSkipListMap<IndexName, MemoryFile> indexes = new ConcurrentSkipListMap<>();
        final Map<String, ByteBuffer> states = new ConcurrentHashMap<>();

        private void crash(IntUnaryOperator survivingBytes) {
            segments.values().forEach(file -> file.crash(survivingBytes));
            indexes.values().forEach(file -> file.crash(survivingBytes));
        }

        private PartitionFiles copy() {
            PartitionFiles copy = new PartitionFiles();
            segments.forEach((baseOffset, file) -> copy.segments.put(baseOffset, file.copy()));
            indexes.forEach((name, file) -> copy.indexes.put(name, file.copy()));
            copy.states.putAll(states);
            return copy;
        }
    }

    /** Name of an index file in its directory. */
    record IndexName(long baseOffset, IndexKind kind) implements Comparable<IndexName> {
        @Override
        public int compareTo(IndexName other) {
            int byOffset = Long.compare(baseOffset, other.baseOffset);
            return byOffset != 0 ? byOffset : kind.compareTo(other.kind);
        }
    }
}
