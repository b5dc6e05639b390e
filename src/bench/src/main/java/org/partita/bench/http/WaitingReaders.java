package org.partita.bench.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.partita.bench.comparison.Volume.Readers;

/**
 * Clients that keep a server waiting: long polls that are asked again when they are answered, tails that are read, and
 * tails that are not. One thread for all of them, which has next to nothing to do. Closing it disconnects them.
 */
public final class WaitingReaders implements AutoCloseable {
    private static final int SMALL_BUFFER_BYTES = 4 << 10;
    private static final long JOIN_MILLIS = 10_000;

    private final InetSocketAddress server;
    private final Selector selector;
    private final ByteBuffer read = ByteBuffer.allocate(64 << 10);
    private final List<SocketChannel> stalled = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "waiting-readers");
    private volatile IOException failure;

    private WaitingReaders(int port) throws IOException {
        server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        selector = Selector.open();
    }

    /**
     * Connects all of them.
     *
     * @param poll path and query of a long poll but for its {@code waitMs}, which come behind it
     * @param waitMillis of every poll; the first ones wait for less and less, so that they do not come again together
     * @param tail path and query of a tail
     * @param loud path and query of a tail that has more to send than socket buffers take
     */
    public static WaitingReaders start(int port, Readers load, String poll, int waitMillis, String tail, String loud)
        throws IOException {
        WaitingReaders readers = new WaitingReaders(port);
        try {
            byte[] again = get(poll + "&waitMs=" + waitMillis, "application/json");
            for (int i = 0; i < load.polls(); i++) {
                long firstMillis = waitMillis - (long) i * waitMillis / (2L * load.polls());
                readers.connect(get(poll + "&waitMs=" + firstMillis, "application/json"), again);
            }
            for (int i = 0; i < load.tails(); i++) {
                byte[] request = get(tail, "text/event-stream");
                readers.connect(request, request);
            }
            for (int i = 0; i < load.stalled(); i++) readers.stall(get(loud, "text/event-stream"));
            readers.thread.setDaemon(true);
            readers.thread.start();
            return readers;
        } catch (IOException | RuntimeException failed) {
            readers.disconnect();
            throw failed;
        }
    }

    private static byte[] get(String path, String accept) {
        return ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: " + accept + "\r\nConnection: close\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    }

    private void connect(byte[] request, byte[] again) throws IOException {
        SocketChannel channel = SocketChannel.open(server);
        channel.write(ByteBuffer.wrap(request));
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, again);
    }

    private void stall(byte[] request) throws IOException {
        SocketChannel channel = SocketChannel.open();
        stalled.add(channel);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER_BYTES);
        channel.connect(server);
        channel.write(ByteBuffer.wrap(request));
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                selector.select(this::take);
            }
        } catch (IOException failed) {
            failure = failed;
        } catch (UncheckedIOException failed) {
            failure = failed.getCause();
        }
    }

    /** Drops what was sent; whoever was answered asks again. */
    private void take(SelectionKey key) {
        try {
            SocketChannel channel = (SocketChannel) key.channel();
            int count = channel.read(read.clear());
            if (count >= 0) return;
            channel.close();
            byte[] request = (byte[]) key.attachment();
            connect(request, request);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** @throws IOException if one of them was sent away */
    public void requireAllThere() throws IOException {
        if (failure != null) throw new IOException("a reader could not go on waiting", failure);
    }

    @Override
    public void close() throws IOException {
        thread.interrupt();
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        disconnect();
    }

    private void disconnect() throws IOException {
        for (SelectionKey key : List.copyOf(selector.keys())) key.channel().close();
        for (SocketChannel each : stalled) each.close();
        selector.close();
    }
}
