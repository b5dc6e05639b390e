package org.partita.storage.testing;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.partita.storage.IndexFile;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.StorageException;
import org.partita.storage.testing.MemoryDisk.IndexName;
import org.partita.storage.testing.MemoryDisk.PartitionFiles;

/** Files of one partition on a {@link MemoryDisk}. */
final class MemoryPartitionStore implements PartitionStore {
    private final MemorySegmentStore store;
    private final PartitionId id;

    MemoryPartitionStore(MemorySegmentStore store, PartitionId id) {
        this.store = store;
        this.id = id;
    }

    @Override
    public PartitionId id() {
        return id;
    }

    @Override
    public List<Long> segments() {
        store.requireOpen();
        return files().map(files -> List.copyOf(files.segments.keySet())).orElse(List.of());
    }

    @Override
    public SegmentFile createSegment(long baseOffset) {
        store.requireOpen();
        if (baseOffset < 0) throw new IllegalArgumentException("baseOffset " + baseOffset + " < 0");
        MemoryFile file = new MemoryFile();
        store.disk().createSegment(subject(baseOffset), () -> {
            if (filesForWrite().segments.putIfAbsent(baseOffset, file) != null) {
                throw new StorageException(subject(baseOffset) + ": exists already, a new one was expected");
            }
        });
        return open(file, baseOffset);
    }

    @Override
    public SegmentFile openSegment(long baseOffset) {
        store.requireOpen();
        MemoryFile file = files().map(files -> files.segments.get(baseOffset))
            .orElseThrow(() -> new StorageException(subject(baseOffset) + ": there is no such segment"));
        store.disk().beforeOpening(subject(baseOffset));
        return open(file, baseOffset);
    }

    @Override
    public void deleteSegment(long baseOffset) {
        store.requireOpen();
        files().ifPresent(files -> {
            files.segments.remove(baseOffset);
            for (IndexKind kind : IndexKind.values()) files.indexes.remove(new IndexName(baseOffset, kind));
        });
    }

    @Override
    public void writeIndex(long baseOffset, IndexKind kind, long positionBytes, ByteBuffer content) {
        store.requireOpen();
        if (positionBytes < 0) throw new IllegalArgumentException("positionBytes " + positionBytes + " < 0");
        store.disk().writeState(subject(baseOffset) + " index " + kind, () -> filesForWrite().indexes
            .computeIfAbsent(new IndexName(baseOffset, kind), key -> new MemoryFile())
            .writeAt((int) positionBytes, content.duplicate()));
    }

    @Override
    public List<Long> indexes(IndexKind kind) {
        store.requireOpen();
        return files().stream().flatMap(files -> files.indexes.keySet().stream())
            .filter(name -> name.kind() == kind).map(IndexName::baseOffset).toList();
    }

    @Override
    public void deleteIndex(long baseOffset, IndexKind kind) {
        store.requireOpen();
        files().ifPresent(files -> files.indexes.remove(new IndexName(baseOffset, kind)));
    }

    @Override
    public Optional<IndexFile> openIndex(long baseOffset, IndexKind kind) {
        store.requireOpen();
        store.disk().beforeIndex(subject(baseOffset));
        return files().map(files -> files.indexes.get(new IndexName(baseOffset, kind)))
            .map(file -> new OpenIndex(file, subject(baseOffset) + " index " + kind));
    }

    private final class OpenIndex implements IndexFile {
        private final MemoryFile file;
        private final String subject;

        private OpenIndex(MemoryFile file, String subject) {
            this.file = file;
            this.subject = subject;
        }

        @Override
        public long sizeBytes() {
            return file.length();
        }

        @Override
        public ByteBuffer read(long positionBytes, int lengthBytes) {
            store.requireNoCrash();
            store.disk().beforeRead(subject);
            return file.readUpTo(positionBytes, lengthBytes);
        }

        @Override
        public void close() {
            store.requireNoCrash();
        }
    }

    @Override
    public Optional<ByteBuffer> readState(String name) {
        store.requireOpen();
        MemorySegmentStore.checkStateName(name);
        store.disk().beforeRead("partition " + id + " state " + name);
        return files().map(files -> files.states.get(name)).map(ByteBuffer::duplicate);
    }

    @Override
    public void writeState(String name, ByteBuffer content) {
        store.requireOpen();
        MemorySegmentStore.checkStateName(name);
        store.disk().writeState("partition " + id + " state " + name, () ->
            filesForWrite().states.put(name, MemorySegmentStore.copyOf(content)));
    }

    private SegmentFile open(MemoryFile file, long baseOffset) {
        file.markOpen(subject(baseOffset));
        MemorySegmentFile opened = new MemorySegmentFile(store, id, baseOffset, file);
        store.opened(opened);
        return opened;
    }

    private Optional<PartitionFiles> files() {
        return store.files(id);
    }

    private PartitionFiles filesForWrite() {
        return store.filesForWrite(id);
    }

    private String subject(long baseOffset) {
        return "partition " + id + " segment " + baseOffset;
    }
}
