package org.partita.wire.testing;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;

/** A socket that says whatever it is told to. Every wait of it ends. */
public final class RawClient implements AutoCloseable {
    private static final int WAIT_MILLIS = 20_000;
    private static final int SKIPPED_BYTES = 64 << 10;

    private final Socket socket = new Socket();
    private final OutputStream out;
    private final DataInputStream in;

    public RawClient(InetSocketAddress server) throws IOException {
        this(server, 0);
    }

    /** @param receiveBufferBytes how much the system takes before somebody reads; 0 for its default */
    public RawClient(InetSocketAddress server, int receiveBufferBytes) throws IOException {
        if (receiveBufferBytes > 0) socket.setReceiveBufferSize(receiveBufferBytes);
        socket.setSoTimeout(WAIT_MILLIS);
        socket.setTcpNoDelay(true);
        socket.connect(server, WAIT_MILLIS);
        out = socket.getOutputStream();
        in = new DataInputStream(socket.getInputStream());
    }

    public RawClient send(byte... bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    /** Nothing more will be sent. */
    public RawClient end() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** The bytes with their length in front. */
    public RawClient sendFrame(byte... frame) throws IOException {
        return send(framed(frame));
    }

    public static byte[] framed(byte... frame) {
        return ByteBuffer.allocate(Integer.BYTES + frame.length).putInt(frame.length).put(frame).array();
    }

    /** The next answer without its length. */
    public ByteBuffer receive() throws IOException {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return ByteBuffer.wrap(frame);
    }

    /** Waits until the server has closed the connection; what it says before is passed over. */
    public boolean isClosedByServer() throws IOException {
        try {
            byte[] passedOver = new byte[SKIPPED_BYTES];
            while (in.read(passedOver) >= 0) continue;
            return true;
        } catch (EOFException | SocketException closed) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
