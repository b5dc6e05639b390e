package org.partita.store.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
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

    private NioFile(AsynchronousFileChannel channel) {
        this.channel = channel;
    }

    static NioFile open(Path path, OpenOption... options) throws IOException {
        return new NioFile(AsynchronousFileChannel.open(path, Set.of(options), new SameThreadExecutor()));
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
