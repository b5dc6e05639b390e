package org.partita.store.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.partita.storage.testing.AppendFault;
import org.partita.store.disk.NioDisk;
import org.partita.store.disk.DiskFile;
import org.partita.store.disk.Disk;

/** The real file system, whose calls are written down and fail on order. */
final class FaultyDisk implements Disk {
    private final Disk real = new NioDisk();
    private final Path root;
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger forcesAtOnce = new AtomicInteger();
    private final AtomicInteger mostForcesAtOnce = new AtomicInteger();
    private AppendFault appendFault;
    private String failingCall;
    private long freeBytes = Long.MAX_VALUE;
    private String failure;
    private String watchedCall;
    private Runnable action;

    FaultyDisk(Path root) {
        this.root = root;
    }

    /** The next write to a segment file fails. */
    void failNextAppend(AppendFault fault) {
        appendFault = fault;
    }

    /** The next call that begins so fails, see {@link #calls()}. */
    void failNext(String callPrefix) {
        failNext(callPrefix, "Input/output error");
    }

    /** With what the operating system says of it. */
    void failNext(String callPrefix, String reason) {
        failure = reason;
        failingCall = callPrefix;
    }

    /** Files may grow by so much together; what is cut off or deleted counts as free again. */
    void limitFreeBytes(long bytes) {
        freeBytes = bytes;
    }

    private void grow(long bytes) throws IOException {
        if (freeBytes == Long.MAX_VALUE) return;
        if (bytes > freeBytes) throw new IOException("No space left on device");
        freeBytes -= bytes;
    }

    /** Runs once, in the middle of the next call that begins so, before the disk is asked. */
    void duringNext(String callPrefix, Runnable interference) {
        action = interference;
        watchedCall = callPrefix;
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
        if (watchedCall != null && call.startsWith(watchedCall)) {
            watchedCall = null;
            action.run();
        }
        if (failingCall == null || !call.startsWith(failingCall)) return;
        failingCall = null;
        throw new IOException(failure + ": " + call);
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
    public long sizeBytes(Path file) throws IOException {
        called("stat", file);
        return real.sizeBytes(file);
    }

    @Override
    public Optional<Object> key(Path path) throws IOException {
        return real.key(path);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        called("rename", from);
        if (Files.isRegularFile(to)) grow(-Files.size(to));
        real.rename(from, to);
    }

    @Override
    public void deleteIfExists(Path path) throws IOException {
        called("delete", path);
        if (Files.isRegularFile(path)) grow(-Files.size(path));
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
        return Math.min(freeBytes, real.usableBytes(path));
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
            grow(Math.max(0, positionBytes + source.remaining() - file.sizeBytes()));
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
            called("size", path);
            return file.sizeBytes();
        }

        @Override
        public void truncate(long sizeBytes) throws IOException {
            called("truncate", path);
            grow(Math.min(0, sizeBytes - file.sizeBytes()));
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
        public OptionalLong namedBytes() throws IOException {
            return file.namedBytes();
        }

        @Override
        public Optional<Object> key() {
            return file.key();
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
