package org.partita.store.directory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.partita.core.log.LogDisk;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.testing.AppendFault;
import org.partita.store.file.OpenFiles;

/**
 * Real files. A crash is that of the process: everything is let go without a force, and what was written stays. Few
 * descriptors are open at a time, so files are closed and opened all the time.
 */
final class RealLogDisk implements LogDisk, AutoCloseable {
    private static final PartitionId PARTITION = new PartitionId(new UUID(5, 6), 3);

    private final Layout layout;
    private final FaultyDisk disk;
    private DataDirectory directory;

    RealLogDisk(Path root) {
        this.layout = new Layout(root);
        this.disk = new FaultyDisk(root);
        open();
    }

    private void open() {
        disk.calls().clear();
        directory = new DirectoryOpening(layout.root(), 1, "test", disk, new OpenFiles(3, 5), UUID::randomUUID).open();
    }

    @Override
    public PartitionStore partition() {
        return directory.connect().partition(PARTITION);
    }

    @Override
    public void failNextAppend() {
        disk.failNextAppend(AppendFault.DISK_FULL);
    }

    @Override
    public void crash(RandomGenerator random) {
        directory.close();
        open();
    }

    @Override
    public void removeIndex(long segment, IndexKind kind) {
        delete(layout.index(PARTITION, segment, kind));
    }

    @Override
    public void removeState(String name) {
        delete(Layout.state(layout.partition(PARTITION), name));
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        directory.close();
    }
}
