package org.partita.bench.rows;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A TCP connection on the loopback whose other end takes the bytes and drops them, like a client that keeps up.
 *
 * <p>One sender. {@link #drained} waits until the other end has everything.
 */
final class LoopbackSink implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;

    private final ExecutorService drain = Executors.newSingleThreadExecutor();
    private final SocketChannel near;
    private final SocketChannel far;
    private final Future<Long> drainedBytes;

    private LoopbackSink(SocketChannel near, SocketChannel far) {
        this.near = requireNonNull(near, "near");
        this.far = requireNonNull(far, "far");
        this.drainedBytes = drain.submit(this::drainAll);
    }

    static LoopbackSink open() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel near = SocketChannel.open(server.getLocalAddress());
            return new LoopbackSink(near, server.accept());
        }
    }

    SocketChannel channel() {
        return near;
    }

    /** Ends the stream and waits until it was taken. @return how many bytes arrived */
    long drained() throws IOException {
        near.shutdownOutput();
        try {
            return drainedBytes.get();
        } catch (ExecutionException e) {
            throw new IOException("the far end failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the far end read", e);
        }
    }

    private long drainAll() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        long total = 0;
        for (int taken = far.read(buffer); taken >= 0; taken = far.read(buffer.clear())) total += taken;
        return total;
    }

    @Override
    public void close() throws IOException {
        near.close();
        far.close();
        drain.shutdownNow();
    }
}
