package org.partita.store.directory;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.DirectoryUnavailableException;
import org.partita.store.disk.Disk;
import org.partita.store.file.FrugalDisk;
import org.partita.store.file.OpenFiles;

/** The steps from a path to a data directory that is ours alone. A step that fails leaves no lock behind. */
final class DirectoryOpening {
    private static final String OTHER = " or choose another directory (partita.data)";

    private final Path path;
    private final int brokerId;
    private final String newClusterId;
    private final Disk disk;
    private final OpenFiles openFiles;
    private final Supplier<UUID> newIds;

    DirectoryOpening(Path path, int brokerId, String newClusterId, Disk disk, OpenFiles openFiles,
                     Supplier<UUID> newIds) {
        this.path = path.toAbsolutePath().normalize();
        this.brokerId = brokerId;
        this.newClusterId = newClusterId;
        this.disk = new FrugalDisk(disk, openFiles);
        this.openFiles = openFiles;
        this.newIds = newIds;
    }

    /** @throws DirectoryUnavailableException with one line that says what to do */
    DataDirectory open() {
        createDirectories();
        try {
            Path root = path.toRealPath();
            DirectoryLock lock = DirectoryLock.take(disk, root);
            try {
                return openLocked(new Layout(root), lock);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new DirectoryUnavailableException("data directory " + path + " cannot be read and written by user "
                + System.getProperty("user.name") + ": " + reason(e) + "; correct its permissions" + OTHER, e);
        }
    }

    private void createDirectories() {
        try {
            createMissing(path);
        } catch (IOException e) {
            String finding = e instanceof FileAlreadyExistsException ? " is not a directory"
                : " cannot be created by user " + System.getProperty("user.name");
            throw new DirectoryUnavailableException("data directory " + path + finding + ": " + reason(e)
                + "; create it" + OTHER, e);
        }
    }

    private void createMissing(Path directory) throws IOException {
        if (Files.isDirectory(directory)) return;
        Path parent = directory.getParent();
        if (parent != null) createMissing(parent);
        disk.createDirectory(directory);
        if (parent != null) disk.forceDirectory(parent);
    }

    private DataDirectory openLocked(Layout layout, DirectoryLock lock) throws IOException {
        SpaceReserve reserve = new SpaceReserve(disk, layout, new DiskErrors(disk, layout.root()));
        AtomicFiles files = new AtomicFiles(disk, reserve, lock);
        DirectoryIdentity identity = identity(layout, new MetaProperties(files, layout));
        new Leftovers(disk, layout).remove();
        reserve.prepare();
        return new DataDirectory(disk, openFiles, layout, files, identity, lock, reserve);
    }

    private DirectoryIdentity identity(Layout layout, MetaProperties meta) throws IOException {
        Optional<DirectoryIdentity> found = meta.read();
        if (found.isPresent()) return ours(found.get());
        if (disk.list(layout.root()).stream().anyMatch(entry -> Layout.topicId(entry).isPresent())) {
            throw new DirectoryUnavailableException("data directory " + path + " holds topics but no meta.properties,"
                + " so it is unknown whose they are; restore that file" + OTHER);
        }
        DirectoryIdentity created = new DirectoryIdentity(newClusterId, brokerId, newIds.get(),
            MetaProperties.FORMAT_VERSION);
        meta.write(created);
        return created;
    }

    private DirectoryIdentity ours(DirectoryIdentity identity) {
        if (identity.brokerId() == brokerId) return identity;
        throw new DirectoryUnavailableException("data directory " + path + " belongs to broker " + identity.brokerId()
            + ", this is broker " + brokerId + "; set partita.broker.id=" + identity.brokerId() + OTHER);
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) return "permission denied";
        if (e instanceof FileSystemException failure && failure.getReason() != null) return failure.getReason();
        return e.getClass().getSimpleName() + " " + e.getMessage();
    }
}
