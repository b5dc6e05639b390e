package org.partita.systemtests.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** One connection on which requests are written by hand and answers are read line by line, or not at all. */
public final class HttpSocket implements AutoCloseable {
    private static final int ANSWER_WITHIN_MILLIS = 60_000;
    private static final int RECEIVE_BUFFER_BYTES = 8192;

    private final Socket socket;
    private final BufferedReader lines;

    private HttpSocket(Socket socket) throws IOException {
        this.socket = socket;
        this.lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8), 1_024);
    }

    /** Connects with a small window and sends a request without a body. @param headers whole lines */
    public static HttpSocket send(int httpPort, String requestLine, String... headers) {
        try {
            Socket socket = new Socket();
            socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
            socket.setSoTimeout(ANSWER_WITHIN_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), httpPort));
            StringBuilder request = new StringBuilder(requestLine).append("\r\nHost: localhost\r\n");
            for (String header : headers) request.append(header).append("\r\n");
            socket.getOutputStream().write(request.append("\r\n").toString().getBytes(UTF_8));
            return new HttpSocket(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads up to a line that contains {@code text} and gives it; fails if the connection ends before. */
    public String lineWith(String text) {
        StringBuilder before = new StringBuilder();
        for (String line = nextLine(); line != null; line = nextLine()) {
            if (line.contains(text)) return line;
            before.append(line).append('\n');
        }
        throw new AssertionError("no line with " + text + " in\n" + before);
    }

    /** Everything up to the end of the connection. */
    public String rest() {
        StringBuilder all = new StringBuilder();
        for (String line = nextLine(); line != null; line = nextLine()) all.append(line).append('\n');
        return all.toString();
    }

    private String nextLine() {
        try {
            return lines.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
