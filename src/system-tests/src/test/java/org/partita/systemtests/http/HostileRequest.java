package org.partita.systemtests.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.Random;
import org.partita.systemtests.harness.RawHttp;

/** What no well-meaning client sends, and how it leaves. */
enum HostileRequest {
    HEAD_THAT_DRIPS(head("Content-Length: 99").substring(0, 60), 4, RawHttp::close),
    HEAD_THAT_ENDS(head("Content-Length: 99").substring(0, 60), 60, HostileRequest::endAndRead),
    HEAD_THAT_IS_RESET(head("Content-Length: 99").substring(0, 60), 60, RawHttp::reset),
    HEAD_THAT_IS_TOO_LARGE(head("X-Large: " + "x".repeat(64 << 10)), 8 << 10, RawHttp::rest),
    BODY_THAT_DRIPS(head("Content-Length: 99") + "{\"payload\":1", 8, RawHttp::close),
    BODY_THAT_FALLS_SILENT(head("Content-Length: 99") + "{\"payload\":1", 200, RawHttp::answer),
    BODY_THAT_IS_CUT(head("Content-Length: 99") + "{\"payload\":1}", 200, HostileRequest::endAndRead),
    BODY_WITHOUT_ITS_LAST_CHUNK(head("Transfer-Encoding: chunked") + "d\r\n{\"payload\":1}\r\n", 40,
        HostileRequest::endAndRead),
    BODY_OF_BAD_CHUNKS(head("Transfer-Encoding: chunked") + "zz\r\n{\"payload\":1}\r\n", 200, RawHttp::rest),
    BODY_THAT_IS_RESET(head("Content-Length: 99") + "{\"payload\":1", 40, RawHttp::reset),
    BODY_THAT_IS_TOO_LARGE(head("Content-Length: 99999999") + "{\"payload\":1", 200, RawHttp::answer),
    LINES_THAT_DRIP(head("Content-Length: 99").replace("json", "x-ndjson") + "{\"payl", 20, RawHttp::close),
    LINES_THAT_ARE_CUT(head("Content-Length: 99").replace("json", "x-ndjson") + "{\"payl", 200,
        HostileRequest::endAndRead),
    LINES_THAT_ARE_RESET(head("Transfer-Encoding: chunked").replace("json", "x-ndjson") + "9\r\n{\"payl", 200,
        RawHttp::reset),
    ANSWER_THAT_NOBODY_READS("GET /openapi HTTP/1.1\r\nHost: localhost\r\n\r\n", 200, RawHttp::reset),
    NOISE(noise(), 100, RawHttp::close),
    NOISE_THAT_ENDS(noise(), 300, HostileRequest::endAndRead);

    static final String TOPIC = "hostile";

    private final byte[] bytes;
    private final int stepBytes;
    private final Leave leave;

    /** @param stepBytes sent at a time */
    HostileRequest(String bytes, int stepBytes, Leave leave) {
        this.bytes = bytes.getBytes(ISO_8859_1);
        this.stepBytes = stepBytes;
        this.leave = leave;
    }

    int steps() {
        return (bytes.length + stepBytes - 1) / stepBytes;
    }

    /** A connection that the server has closed already has what it deserves. */
    void send(RawHttp connection, int step) {
        int from = step * stepBytes;
        byte[] part = new byte[Math.min(stepBytes, bytes.length - from)];
        System.arraycopy(bytes, from, part, 0, part.length);
        orClosed(() -> connection.send(part));
    }

    /** As {@link #send}. */
    void leave(RawHttp connection) {
        orClosed(() -> leave.from(connection));
        connection.close();
    }

    private static void orClosed(Runnable action) {
        try {
            action.run();
        } catch (UncheckedIOException closed) {
            if (closed.getCause() instanceof SocketTimeoutException) throw closed;
        }
    }

    private static void endAndRead(RawHttp connection) {
        connection.endOutput();
        connection.rest();
    }

    private static String head(String length) {
        return RawHttp.head("POST /v1/topics/hostile/messages HTTP/1.1", "Host: localhost",
            "Content-Type: application/json", length);
    }

    private static String noise() {
        byte[] noise = new byte[300];
        new Random(7).nextBytes(noise);
        return new String(noise, ISO_8859_1);
    }

    /** How a connection is left. */
    private interface Leave {
        void from(RawHttp connection);
    }
}
