package org.partita.systemtests.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import org.partita.systemtests.harness.JsonText;

/** One request in HTTP/2 with prior knowledge (RFC 9113), its header fields written out (RFC 7541, 6.2.2). */
final class Http2Connection implements AutoCloseable {
    private static final int ANSWER_MILLIS = 60_000;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int GO_AWAY = 7;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private final Socket socket;
    private final DataOutputStream out;

    Http2Connection(int httpPort) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), httpPort);
            socket.setSoTimeout(ANSWER_MILLIS);
            out = new DataOutputStream(socket.getOutputStream());
            out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
            frame(SETTINGS, 0, 0, new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The head of a publish. */
    Http2Connection post(String topic, String authority, Map<String, String> headers) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        field(block, ":method", "POST");
        field(block, ":scheme", "http");
        field(block, ":path", "/v1/topics/" + topic + "/messages");
        field(block, ":authority", authority);
        headers.forEach((name, value) -> field(block, name, value));
        return frame(HEADERS, END_HEADERS, 1, block.toByteArray());
    }

    Http2Connection body(String part, boolean last) {
        return frame(DATA, last ? END_STREAM : 0, 1, part.getBytes(UTF_8));
    }

    /** What the answer has as its body. */
    JsonText answer() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
                int type = in.readUnsignedByte();
                int flags = in.readUnsignedByte();
                in.readInt();
                byte[] payload = in.readNBytes(length);
                if (type == RESET || type == GO_AWAY) throw new AssertionError("frame " + type + " after " + body);
                if (type != DATA) continue;
                body.writeBytes(payload);
                if ((flags & END_STREAM) != 0) return JsonText.of(body.toString(UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Http2Connection frame(int type, int flags, int stream, byte[] payload) {
        try {
            out.writeByte(payload.length >> 16);
            out.writeShort(payload.length);
            out.writeByte(type);
            out.writeByte(flags);
            out.writeInt(stream);
            out.write(payload);
            out.flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void field(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        for (String text : new String[] {name, value}) {
            block.write(text.length());
            block.writeBytes(text.getBytes(US_ASCII));
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
