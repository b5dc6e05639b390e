package org.partita.store.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.partita.storage.FileDisplacedException;
import org.partita.storage.IndexFile;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.StorageException;
import org.partita.store.disk.Disk;
import org.partita.store.disk.DiskFile;

/** The directory of one partition, reached through one handle. */
final class PartitionDirectory implements PartitionStore {
    private final DirectoryHandle handle;
    private final DataDirectory directory;
    private final PartitionId id;

    PartitionDirectory(DirectoryHandle handle, DataDirectory directory, PartitionId id) {
        this.handle = handle;
        this.directory = directory;
        this.id = id;
    }

    @Override
    public PartitionId id() {
        return id;
    }

    @Override
    public List<Long> segments() {
        return list(Layout::baseOffset);
    }

    private List<Long> list(Function<Disk.Entry, OptionalLong> baseOffset) {
        handle.requireOpen();
        try {
            directory.tree().requireSame(id, "partition " + id);
            return directory.disk().list(path()).stream().map(baseOffset).filter(OptionalLong::isPresent)
                .map(OptionalLong::getAsLong).sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw directory.errors().reading("partition " + id, e);
        }
    }

    @Override
    public SegmentFile createSegment(long baseOffset) {
        handle.requireOpen();
        SegmentKey key = new SegmentKey(id, baseOffset);
        try {
            ensureDirectory(key.toString());
            return directory.reserve().use(() -> create(key));
        } catch (FileAlreadyExistsException e) {
            throw new StorageException(key + ": exists already, a new one was expected", e);
        } catch (IOException e) {
            throw directory.errors().writing(key + " create", 0, e);
        }
    }

    private void ensureDirectory(String subject) throws IOException {
        directory.lock().requireHeld(subject);
        directory.tree().ensure(id, subject);
    }

    private SegmentFile create(SegmentKey key) throws IOException {
        DirectorySegment segment = new DirectorySegment(key, 0, directory, handle);
        segment.create();
        handle.opened(segment);
        try {
            segment.forceNew();
            directory.disk().forceDirectory(path());
            return segment;
        } catch (IOException e) {
            segment.close();
            deleteAfter(e, directory.layout().segment(id, key.baseOffset()));
            throw e;
        } catch (FileDisplacedException e) {
            segment.close();
            throw e;
        }
    }

    @Override
    public SegmentFile openSegment(long baseOffset) {
        handle.requireOpen();
        SegmentKey key = new SegmentKey(id, baseOffset);
        try {
            directory.tree().requireSame(id, key + " open");
            long sizeBytes = directory.disk().sizeBytes(directory.layout().segment(id, baseOffset));
            return handle.opened(new DirectorySegment(key, sizeBytes, directory, handle));
        } catch (NoSuchFileException e) {
            throw new StorageException(key + ": there is no such segment", e);
        } catch (IOException e) {
            throw directory.errors().reading(key + " open", e);
        }
    }

    private static long sizeOf(DiskFile file) throws IOException {
        try {
            return file.sizeBytes();
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private void deleteAfter(IOException failure, Path path) {
        try {
            directory.disk().deleteIfExists(path);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void deleteSegment(long baseOffset) {
        handle.requireOpen();
        SegmentKey key = new SegmentKey(id, baseOffset);
        try {
            requireOurs(key + " delete");
            Path renamed = directory.layout().deletedSegment(id, baseOffset);
            directory.detach(key);
            directory.disk().rename(directory.layout().segment(id, baseOffset), renamed);
            directory.forget(key);
            directory.disk().forceDirectory(path());
            for (IndexKind kind : IndexKind.values()) {
                directory.disk().deleteIfExists(directory.layout().index(id, baseOffset, kind));
            }
            directory.disk().deleteIfExists(renamed);
        } catch (NoSuchFileException e) {
            // There is no such segment, as was asked.
            return;
        } catch (IOException e) {
            throw directory.errors().writing(key + " delete", 0, e);
        }
    }

    private void requireOurs(String subject) throws IOException {
        directory.lock().requireHeld(subject);
        directory.tree().requireSame(id, subject);
    }

    @Override
    public void writeIndex(long baseOffset, IndexKind kind, long positionBytes, ByteBuffer content) {
        handle.requireOpen();
        String subject = new SegmentKey(id, baseOffset) + " index " + kind;
        Path path = directory.layout().index(id, baseOffset, kind);
        try {
            requireOurs(subject);
            directory.reserve().use(() -> write(path, positionBytes, content.duplicate()));
        } catch (IOException e) {
            throw directory.errors().writing(subject, content.remaining(), e);
        }
    }

    private long write(Path path, long positionBytes, ByteBuffer source) throws IOException {
        try (DiskFile file = openOrCreate(path)) {
            long position = positionBytes;
            while (source.hasRemaining()) position += file.write(source, position);
            file.truncate(position);
            return position;
        }
    }

    private DiskFile openOrCreate(Path path) throws IOException {
        try {
            return directory.disk().open(path);
        } catch (NoSuchFileException e) {
            return directory.disk().create(path);
        }
    }

    @Override
    public List<Long> indexes(IndexKind kind) {
        return list(entry -> Layout.baseOffset(entry, kind));
    }

    @Override
    public void deleteIndex(long baseOffset, IndexKind kind) {
        handle.requireOpen();
        String subject = new SegmentKey(id, baseOffset) + " index " + kind;
        try {
            requireOurs(subject);
            directory.disk().deleteIfExists(directory.layout().index(id, baseOffset, kind));
        } catch (IOException e) {
            throw directory.errors().writing(subject, 0, e);
        }
    }

    @Override
    public Optional<IndexFile> openIndex(long baseOffset, IndexKind kind) {
        handle.requireOpen();
        String subject = new SegmentKey(id, baseOffset) + " index " + kind;
        try {
            directory.tree().requireSame(id, subject);
            DiskFile file = directory.disk().openReadOnly(directory.layout().index(id, baseOffset, kind));
            return Optional.of(new DirectoryIndex(file, sizeOf(file), subject, directory.errors()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw directory.errors().reading(subject, e);
        }
    }

    @Override
    public Optional<ByteBuffer> readState(String name) {
        handle.requireOpen();
        String subject = "partition " + id + " state " + name;
        try {
            directory.tree().requireSame(id, subject);
        } catch (IOException e) {
            throw directory.errors().reading(subject, e);
        }
        return directory.readState(subject, Layout.state(path(), name));
    }

    @Override
    public void writeState(String name, ByteBuffer content) {
        handle.requireOpen();
        Path target = Layout.state(path(), name);
        String subject = "partition " + id + " state " + name;
        try {
            ensureDirectory(subject);
        } catch (IOException e) {
            throw directory.errors().writing(subject, content.remaining(), e);
        }
        directory.writeState(subject, target, content);
    }

    private Path path() {
        return directory.layout().partition(id);
    }
}
