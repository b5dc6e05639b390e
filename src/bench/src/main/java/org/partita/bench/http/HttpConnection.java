package org.partita.bench.http;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection that is kept alive, one request at a time. As little client as possible: it shares the processor. */
final class HttpConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int MAX_LINE = 8 << 10;

    private final Socket socket;
    private final InputStream in;

    HttpConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** The bytes of a whole POST request. */
    static byte[] post(String path, String contentType, byte[] body) {
        byte[] head = ("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: " + contentType
            + "\r\nContent-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] request = new byte[head.length + body.length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(body, 0, request, head.length, body.length);
        return request;
    }

    /** Sends a request and reads its whole answer. @throws IOException if the answer has another status */
    void exchange(byte[] request, int expectedStatus) throws IOException {
        socket.getOutputStream().write(request);
        String statusLine = line();
        long length = 0;
        boolean chunked = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) length = Long.parseLong(lower.substring(15).trim());
            if (lower.startsWith("transfer-encoding:")) chunked = true;
        }
        if (chunked) skipChunks();
        else in.skipNBytes(length);
        if (!statusLine.startsWith("HTTP/1.1 " + expectedStatus + " ")) {
            throw new IOException(expectedStatus + " expected, found " + statusLine);
        }
    }

    private void skipChunks() throws IOException {
        int size = Integer.parseInt(line().trim(), 16);
        while (size > 0) {
            in.skipNBytes(size + 2L);
            size = Integer.parseInt(line().trim(), 16);
        }
        line();
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) throw new EOFException("the server closed the connection");
            if (line.length() == MAX_LINE) throw new IOException("header line without end");
            if (next != '\r') line.append((char) next);
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
