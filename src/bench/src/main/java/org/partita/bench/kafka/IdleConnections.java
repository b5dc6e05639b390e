package org.partita.bench.kafka;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Connections that asked for the versions of the protocol, as clients do first, and nothing since. */
public final class IdleConnections implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;
    private static final short API_VERSIONS = 18;
    private static final int MAX_ANSWER_BYTES = 64 << 10;

    private final List<Socket> sockets = new ArrayList<>();

    private IdleConnections() {
    }

    /** @param broker {@code host:port} */
    public static IdleConnections open(String broker, int count) throws IOException {
        int colon = broker.lastIndexOf(':');
        InetSocketAddress address =
            new InetSocketAddress(broker.substring(0, colon), Integer.parseInt(broker.substring(colon + 1)));
        IdleConnections connections = new IdleConnections();
        try {
            for (int i = 0; i < count; i++) connections.connect(address);
            connections.requireAllServed();
            return connections;
        } catch (IOException | RuntimeException failed) {
            connections.close();
            throw failed;
        }
    }

    private void connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(address, TIMEOUT_MILLIS);
    }

    /** Asks again on each. @throws IOException if one of them is not answered */
    public void requireAllServed() throws IOException {
        for (int i = 0; i < sockets.size(); i++) exchange(sockets.get(i), i);
    }

    private static void exchange(Socket socket, int correlationId) throws IOException {
        socket.getOutputStream().write(request(correlationId));
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int length = in.readInt();
        if (length < 6 || length > MAX_ANSWER_BYTES) throw new IOException("an answer has " + length + " bytes");
        int answered = in.readInt();
        int errorCode = in.readShort();
        in.skipNBytes(length - 6);
        if (answered != correlationId || errorCode != 0) {
            throw new IOException("request " + correlationId + " was answered as " + answered + ", error " + errorCode);
        }
    }

    /** Version 0 of the request, of a client without a name. */
    private static byte[] request(int correlationId) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(10);
        out.writeShort(API_VERSIONS);
        out.writeShort(0);
        out.writeInt(correlationId);
        out.writeShort(-1);
        return bytes.toByteArray();
    }

    @Override
    public void close() throws IOException {
        for (Socket each : sockets) each.close();
    }
}
