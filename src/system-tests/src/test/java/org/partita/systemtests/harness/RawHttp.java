package org.partita.systemtests.harness;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

/** A connection that sends what no HTTP client would, byte for byte. Not thread-safe. */
public final class RawHttp implements AutoCloseable {
    private static final int CONNECT_MILLIS = 20_000;
    private static final int ANSWER_MILLIS = 60_000;

    private final Socket socket = new Socket();

    public RawHttp(int httpPort) {
        try {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), httpPort), CONNECT_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One request on a connection of its own. @param lines request line and headers */
    public static RawAnswer exchange(int httpPort, String body, String... lines) {
        try (RawHttp connection = new RawHttp(httpPort)) {
            return connection.send(head(lines) + body).answer(List.of(lines).get(0).startsWith("HEAD "));
        }
    }

    public static String head(String... lines) {
        return String.join("\r\n", lines) + "\r\n\r\n";
    }

    /** @param text of characters up to U+00FF, a byte each */
    public RawHttp send(String text) {
        return send(text.getBytes(ISO_8859_1));
    }

    public RawHttp send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says that nothing more will be sent; answers are still read. */
    public void endOutput() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Breaks the connection, so that the other side hears of it without an end. */
    public void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads until the other side ends the connection. */
    public byte[] rest() {
        try {
            return socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public RawAnswer answer() {
        return answer(false);
    }

    private RawAnswer answer(boolean headOnly) {
        try {
            InputStream in = socket.getInputStream();
            String head = head(in);
            RawAnswer answer = new RawAnswer(head, new byte[0]);
            if (headOnly || answer.status() == 204) return answer;
            int length = answer.header("Content-Length").map(Integer::parseInt).orElse(-1);
            return new RawAnswer(head, length >= 0 ? in.readNBytes(length) : in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) throw new EOFException("no more after: " + head.toString(ISO_8859_1));
            head.write(next);
        }
        return head.toString(ISO_8859_1);
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
