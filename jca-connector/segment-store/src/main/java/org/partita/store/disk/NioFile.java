package org.partita.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * A file that survives interrupts.
 *
 * <p>An interrupt closes a {@code FileChannel} under every thread that uses it: one cancelled task in the container
 * would take a segment away from its partition. An {@code AsynchronousFileChannel} does not do that; with an executor
 * that runs tasks in the calling thread it reads and writes like any other file.
 */
final class NioFile implements DiskFile {
    private final AsynchronousFileChannel channel;
    private final Path path;
    /** Tells whether the name still is this file's; not used again while the file is open. Null if there is none. */
    private final Object fileKey;

    private NioFile(AsynchronousFileChannel channel, Path path, Object fileKey) {
        this.channel = channel;
        this.path = path;
        this.fileKey = fileKey;
    }

    /** One that has no {@link #interruptible} channel. */
    static NioFile open(Path path, OpenOption... options) throws IOException {
        return new NioFile(channel(path, options), path, null);
    }

    static NioFile openWithKey(Path path, OpenOption... options) throws IOException {
        AsynchronousFileChannel channel = channel(path, options);
        try {
            return new NioFile(channel, path, attributes(path).fileKey());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static AsynchronousFileChannel channel(Path path, OpenOption... options) throws IOException {
        return AsynchronousFileChannel.open(path, Set.of(options), new SameThreadExecutor());
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class);
    }

    @Override
    public int write(ByteBuffer source, long positionBytes) throws IOException {
        return await(channel.write(source, positionBytes));
    }

    @Override
    public int read(ByteBuffer target, long positionBytes) throws IOException {
        return await(channel.read(target, positionBytes));
    }

    @Override
    public long sizeBytes() throws IOException {
        return channel.size();
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
        channel.truncate(sizeBytes);
    }

    @Override
    public void force() throws IOException {
        channel.force(false);
    }

    @Override
    public Optional<FileChannel> interruptible() throws IOException {
        if (fileKey == null) return Optional.empty();
        try {
            FileChannel opened = FileChannel.open(path, StandardOpenOption.READ);
            return ifNamed(opened);
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    private Optional<FileChannel> ifNamed(FileChannel opened) throws IOException {
        boolean named = false;
        try {
            named = isNamed();
        } finally {
            if (!named) opened.close();
        }
        return named ? Optional.of(opened) : Optional.empty();
    }

    @Override
    public OptionalLong namedBytes() throws IOException {
        try {
            BasicFileAttributes found = attributes(path);
            return Objects.equals(fileKey, found.fileKey()) ? OptionalLong.of(found.size()) : OptionalLong.empty();
        } catch (NoSuchFileException gone) {
            return OptionalLong.empty();
        }
    }

    @Override
    public Optional<Object> key() {
        return Optional.ofNullable(fileKey);
    }

    @Override
    public boolean tryLock() throws IOException {
        return channel.tryLock() != null;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static int await(Future<Integer> transfer) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return transfer.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }
}
