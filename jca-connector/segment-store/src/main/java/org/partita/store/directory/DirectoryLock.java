package org.partita.store.directory;

import static java.lang.System.Logger.Level.WARNING;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.partita.storage.DirectoryUnavailableException;
import org.partita.storage.FileDisplacedException;
import org.partita.store.disk.DiskFile;
import org.partita.store.disk.Disk;

/**
 * Exclusive use of a data directory, against other processes and against a second use in this one.
 *
 * <p>POSIX drops the locks of a process on a file as soon as it closes any descriptor of that file. So within the
 * process the lock file must not even be opened twice, also not by another class loader with its own copy of this
 * class: the only table that all of them share is the system properties.
 */
final class DirectoryLock implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(DirectoryLock.class.getName());
    private static final String PROPERTY_PREFIX = "org.partita.store.lock.";
    private static final int MAX_OWNER_BYTES = 20;
    private static final long BELIEVED_NANOS = 100_000_000;

    private final String property;
    private final DiskFile file;
    private volatile long seenNanos = System.nanoTime();

    private DirectoryLock(String property, DiskFile file) {
        this.property = property;
        this.file = file;
    }

    /**
     * @param root real path, so that one directory has one name
     * @throws DirectoryUnavailableException if someone else has it
     * @throws IOException if the lock file cannot be created or written
     */
    static DirectoryLock take(Disk disk, Path root) throws IOException {
        String property = PROPERTY_PREFIX + root;
        if (System.getProperties().putIfAbsent(property, "") != null) throw inUse(root, "of this server");
        try {
            return take(disk, root, property);
        } catch (IOException | RuntimeException e) {
            System.clearProperty(property);
            throw e;
        }
    }

    private static DirectoryLock take(Disk disk, Path root, String property) throws IOException {
        DiskFile file = openOrCreate(disk, new Layout(root).lock());
        try {
            if (!file.tryLock()) throw inUse(root, owner(file).map(pid -> "(process " + pid + ")").orElse(""));
            writeOwner(file, root, new DiskErrors(disk, root));
            return new DirectoryLock(property, file);
        } catch (OverlappingFileLockException e) {
            file.close();
            throw inUse(root, "of this server");
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** For people only, so it may be missing: on a full disk there may be no space for it. */
    private static void writeOwner(DiskFile file, Path root, DiskErrors errors) throws IOException {
        file.truncate(0);
        try {
            file.write(UTF_8.encode(Long.toString(ProcessHandle.current().pid())), 0);
        } catch (IOException e) {
            if (!errors.isDiskFull(MAX_OWNER_BYTES, e)) throw e;
            LOG.log(WARNING, "data directory " + root + ": the lock file does not tell which process has it", e);
        }
    }

    private static DiskFile openOrCreate(Disk disk, Path path) throws IOException {
        try {
            return disk.open(path);
        } catch (NoSuchFileException e) {
            return disk.create(path);
        }
    }

    private static Optional<String> owner(DiskFile file) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(MAX_OWNER_BYTES);
        file.read(content, 0);
        String pid = UTF_8.decode(content.flip()).toString();
        return pid.matches("[0-9]+") ? Optional.of(pid) : Optional.empty();
    }

    private static DirectoryUnavailableException inUse(Path root, String owner) {
        return new DirectoryUnavailableException(("data directory " + root + " is locked by another broker " + owner)
            .strip() + "; stop that broker or choose another directory (partita.data)");
    }

    /**
     * Nobody else has the directory as long as the name of the lock file leads to the one that is locked.
     *
     * @param subject what is about to be written
     * @throws FileDisplacedException if it does not: the directory was moved or replaced, or another broker may have it
     */
    void requireHeld(String subject) throws IOException {
        long nowNanos = System.nanoTime();
        if (!file.isNamed()) throw new FileDisplacedException(subject + ": lock of the data directory");
        seenNanos = nowNanos;
    }

    /** {@link #requireHeld} for what comes so often that looking each time costs too much: may be a moment late. */
    void requireHeldLately(String subject) throws IOException {
        if (System.nanoTime() - seenNanos > BELIEVED_NANOS) requireHeld(subject);
    }

    @Override
    public void close() throws IOException {
        try {
            file.close();
        } finally {
            System.clearProperty(property);
        }
    }
}
