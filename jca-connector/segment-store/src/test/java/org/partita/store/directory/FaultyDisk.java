package org.partita.store.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.partita.storage.testing.AppendFault;
import org.partita.store.disk.NioDisk;
import org.partita.store.disk.DiskFile;
import org.partita.store.disk.Disk;

/** The real file system, whose calls are written down and fail on order. */
final class FaultyDisk implements Disk {
    private final Disk real = new NioDisk();
    private final Path root;
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger forcesAtOnce = new AtomicInteger();
    private final AtomicInteger mostForcesAtOnce = new AtomicInteger();
    private AppendFault appendFault;
    private String failingCall;

    FaultyDisk(Path root) {
        this.root = root;
    }

    /** The next write to a segment file fails. */
    void failNextAppend(AppendFault fault) {
        appendFault = fault;
    }

    /** The next call that begins so fails, see {@link #calls()}. */
    void failNext(String callPrefix) {
        failingCall = callPrefix;
    }

    /** How many forces of files ran at the same time at most. */
    int mostForcesAtOnce() {
        return mostForcesAtOnce.get();
    }

    /** What was done so far: verb and path relative to the root. */
    List<String> calls() {
        return calls;
    }

    private void called(String verb, Path path) throws IOException {
        String call = verb + " " + (path.equals(root) ? "/" : path.startsWith(root) ? root.relativize(path) : path);
        calls.add(call);
        if (failingCall == null || !call.startsWith(failingCall)) return;
        failingCall = null;
        throw new IOException("Input/output error: " + call);
    }

    @Override
    public List<Entry> list(Path directory) throws IOException {
        called("list", directory);
        return real.list(directory);
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        called("mkdir", directory);
        real.createDirectory(directory);
    }

    @Override
    public DiskFile create(Path file) throws IOException {
        called("create", file);
        return new File(file, real.create(file));
    }

    @Override
    public DiskFile open(Path file) throws IOException {
        called("open", file);
        return new File(file, real.open(file));
    }

    @Override
    public DiskFile openReadOnly(Path file) throws IOException {
        called("open", file);
        return new File(file, real.openReadOnly(file));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        called("rename", from);
        real.rename(from, to);
    }

    @Override
    public void deleteIfExists(Path path) throws IOException {
        called("delete", path);
        real.deleteIfExists(path);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        called("forcedir", directory);
        real.forceDirectory(directory);
    }

    @Override
    public long totalBytes(Path path) throws IOException {
        return real.totalBytes(path);
    }

    @Override
    public long usableBytes(Path path) throws IOException {
        return real.usableBytes(path);
    }

    @Override
    public Optional<String> bootId() {
        return real.bootId();
    }

    private final class File implements DiskFile {
        private final Path path;
        private final DiskFile file;

        private File(Path path, DiskFile file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public int write(ByteBuffer source, long positionBytes) throws IOException {
            called("write", path);
            if (appendFault == null || !path.toString().endsWith(".log")) return file.write(source, positionBytes);
            AppendFault fault = appendFault;
            appendFault = null;
            if (fault == AppendFault.IO_ERROR_AND_ROLLBACK_FAILS) failNext("truncate");
            file.write(source.duplicate().limit(source.position() + source.remaining() / 2), positionBytes);
            throw new IOException(fault == AppendFault.DISK_FULL ? "No space left on device" : "Input/output error");
        }

        @Override
        public int read(ByteBuffer target, long positionBytes) throws IOException {
            called("read", path);
            return file.read(target, positionBytes);
        }

        @Override
        public long sizeBytes() throws IOException {
            return file.sizeBytes();
        }

        @Override
        public void truncate(long sizeBytes) throws IOException {
            called("truncate", path);
            file.truncate(sizeBytes);
        }

        @Override
        public void force() throws IOException {
            called("force", path);
            mostForcesAtOnce.accumulateAndGet(forcesAtOnce.incrementAndGet(), Math::max);
            file.force();
            forcesAtOnce.decrementAndGet();
        }

        @Override
        public Optional<FileChannel> interruptible() throws IOException {
            called("channel", path);
            return file.interruptible();
        }

        @Override
        public boolean tryLock() throws IOException {
            called("lock", path);
            return file.tryLock();
        }

        @Override
        public void close() throws IOException {
            called("close", path);
            file.close();
        }
    }
}
