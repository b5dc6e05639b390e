package org.partita.store.directory;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.partita.storage.DiskFullException;
import org.partita.store.disk.Disk;
import org.partita.store.disk.DiskFile;

/**
 * A file that keeps space for what must be written although the disk is full: small state, indexes, new segments. Only
 * so can a broker start there, and delete what frees space.
 *
 * <p>Who finds the disk full deletes the file, writes, and makes it again. As long as that fails nothing may be
 * appended, so appends never eat what state needs. The lock is held while somebody writes in the place of the file:
 * nobody waits for it before the disk is full.
 */
final class SpaceReserve {
    static final int SIZE_BYTES = 1 << 20;

    /** With less than that nothing can be written. */
    private static final int BLOCK_BYTES = 4096;
    private static final System.Logger LOG = System.getLogger(SpaceReserve.class.getName());

    private final Disk disk;
    private final Layout layout;
    private final DiskErrors errors;
    private final Object lock = new Object();
    /** What it has taken. Changed under the lock. */
    private volatile int sizeBytes;
    private boolean lacking;

    /** Keeps nothing before {@link #prepare}. */
    SpaceReserve(Disk disk, Layout layout, DiskErrors errors) {
        this.disk = disk;
        this.layout = layout;
        this.errors = errors;
    }

    /** Something that needs space; when it has failed it can be done again. */
    @FunctionalInterface
    interface Writing<T> {
        T run() throws IOException;
    }

    /** Takes the space it does not have yet. On a full disk that has to wait. */
    void prepare() throws IOException {
        synchronized (lock) {
            sizeBytes = foundBytes();
            takeSpace();
        }
    }

    private int foundBytes() throws IOException {
        try (DiskFile file = disk.openReadOnly(layout.reserve())) {
            return (int) Math.min(file.sizeBytes(), SIZE_BYTES);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /**
     * For small state: that of the data directory and what replaces other state can have all the bytes of this reserve,
     * what replaces a file its place as a file, too. That of a new partition keeps its space.
     */
    <T> T useForState(Path path, Writing<T> writing) throws IOException {
        try {
            return writing.run();
        } catch (IOException failure) {
            if (!errors.isDiskFull(BLOCK_BYTES, failure)) throw failure;
            boolean replaces = exists(path);
            boolean small = replaces || path.getParent().equals(layout.root());
            return small ? useInstead(writing, replaces) : useHalf(writing, failure);
        }
    }

    /** For what keeps its space: nothing of that is written once half of the bytes are used. */
    <T> T use(Writing<T> writing) throws IOException {
        try {
            return writing.run();
        } catch (IOException failure) {
            if (!errors.isDiskFull(BLOCK_BYTES, failure)) throw failure;
            return useHalf(writing, failure);
        }
    }

    private <T> T useHalf(Writing<T> writing, IOException failure) throws IOException {
        synchronized (lock) {
            if (sizeBytes <= SIZE_BYTES / 2) throw failure;
            return useInstead(writing, false);
        }
    }

    private <T> T useInstead(Writing<T> writing, boolean file) throws IOException {
        synchronized (lock) {
            giveUp(file);
            try {
                return writing.run();
            } finally {
                takeSpace();
            }
        }
    }

    private boolean exists(Path path) throws IOException {
        try (DiskFile file = disk.openReadOnly(path)) {
            return file.sizeBytes() >= 0;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** @throws DiskFullException if this reserve lacks space and there is none to take */
    void requireWhole(String subject, long neededBytes) {
        if (sizeBytes == SIZE_BYTES) return;
        synchronized (lock) {
            takeSpace();
            if (sizeBytes < SIZE_BYTES) throw errors.full(subject, neededBytes + SIZE_BYTES - sizeBytes, null);
        }
    }

    private void giveUp(boolean file) throws IOException {
        sizeBytes = 0;
        if (file) {
            disk.deleteIfExists(layout.reserve());
            return;
        }
        try (DiskFile emptied = openOrCreate()) {
            emptied.truncate(0);
        }
    }

    /** As much as there is, with bytes that no file system can store in less space. */
    private void takeSpace() {
        if (sizeBytes == SIZE_BYTES) return;
        try {
            if (disk.usableBytes(layout.root()) >= BLOCK_BYTES) write();
        } catch (IOException failure) {
            if (!errors.isDiskFull(BLOCK_BYTES, failure)) {
                LOG.log(WARNING, "data directory " + layout.root() + ": its reserve cannot be written", failure);
            }
        }
        tell();
    }

    private void write() throws IOException {
        byte[] content = new byte[SIZE_BYTES];
        new SplittableRandom(SIZE_BYTES).nextBytes(content);
        try (DiskFile file = openOrCreate()) {
            ByteBuffer source = ByteBuffer.wrap(content);
            while (sizeBytes < SIZE_BYTES) {
                source.limit(Math.min(SIZE_BYTES, sizeBytes + BLOCK_BYTES)).position(sizeBytes);
                sizeBytes += file.write(source, sizeBytes);
            }
        }
    }

    private DiskFile openOrCreate() throws IOException {
        try {
            return disk.open(layout.reserve());
        } catch (NoSuchFileException e) {
            return disk.create(layout.reserve());
        }
    }

    private void tell() {
        boolean lacks = sizeBytes < SIZE_BYTES;
        if (lacks && !lacking) {
            LOG.log(WARNING, "data directory " + layout.root() + ": its disk is full. Reads go on, but no message is "
                + "taken before " + (SIZE_BYTES - sizeBytes) + " bytes are free. Free space or delete topics");
        }
        if (!lacks && lacking) LOG.log(INFO, "data directory {0}: its disk has space again", layout.root());
        lacking = lacks;
    }
}
