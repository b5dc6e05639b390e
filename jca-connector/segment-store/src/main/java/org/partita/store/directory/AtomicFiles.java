package org.partita.store.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.partita.store.disk.DiskFile;
import org.partita.store.disk.Disk;

/** Small files that are replaced as a whole: temporary file, fsync, rename, fsync of the directory. Thread-safe. */
final class AtomicFiles {
    private static final int MAX_BYTES = 1 << 30;

    private final Disk disk;
    private final SpaceReserve reserve;
    private final DirectoryLock lock;
    private final AtomicLong temporaryFiles = new AtomicLong();

    /** @param reserve has space for these files when nothing else has */
    AtomicFiles(Disk disk, SpaceReserve reserve, DirectoryLock lock) {
        this.disk = disk;
        this.reserve = reserve;
        this.lock = lock;
    }

    /** Empty only if there is no such file. */
    Optional<ByteBuffer> read(Path path) throws IOException {
        try (DiskFile file = disk.openReadOnly(path)) {
            long sizeBytes = file.sizeBytes();
            if (sizeBytes > MAX_BYTES) throw new IOException("the file has " + sizeBytes + " bytes, too many");
            ByteBuffer content = ByteBuffer.allocate((int) sizeBytes);
            while (content.hasRemaining()) {
                if (file.read(content, content.position()) < 0) throw new IOException("the file became shorter");
            }
            return Optional.of(content.flip().asReadOnlyBuffer());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    void write(Path path, ByteBuffer content) throws IOException {
        lock.requireHeld(path.getFileName().toString());
        reserve.useForState(path, () -> replace(path, content));
    }

    private Path replace(Path path, ByteBuffer content) throws IOException {
        Path temporary = Layout.temporary(path, temporaryFiles.incrementAndGet());
        try {
            writeAndForce(temporary, content.duplicate());
            disk.rename(temporary, path);
        } catch (IOException e) {
            deleteAfter(e, temporary);
            throw e;
        }
        disk.forceDirectory(path.getParent());
        return path;
    }

    private void writeAndForce(Path path, ByteBuffer content) throws IOException {
        try (DiskFile file = disk.create(path)) {
            long positionBytes = 0;
            while (content.hasRemaining()) positionBytes += file.write(content, positionBytes);
            file.force();
        }
    }

    private void deleteAfter(IOException failure, Path temporary) {
        try {
            disk.deleteIfExists(temporary);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
