package org.partita.web.http;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipException;

import org.partita.core.execution.Budget;
import org.partita.web.http.ArrivingBytes.BodyCutException;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.ProblemException;

/**
 * The lines of a request body, read one after the other. What was read takes its share of what all bodies may take
 * until it is released. Belongs to one thread.
 */
public final class BodyLines implements AutoCloseable {
    /** Of a body, of a request or an answer, whose lines are messages. */
    public static final String MEDIA_TYPE = "application/x-ndjson";
    private static final System.Logger LOG = System.getLogger(BodyLines.class.getName());
    private static final int BUFFER_BYTES = 64 << 10;

    private final ArrivingBytes arriving;
    private final InputStream body;
    private final int maxLineBytes;
    private final Budget budget;
    private final Runnable onClose;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private long heldBytes;
    private boolean closed;

    /**
     * @param body what {@code arriving} has, decompressed
     * @param onClose run once
     */
    BodyLines(ArrivingBytes arriving, InputStream body, int maxLineBytes, Budget budget, Runnable onClose) {
        this.arriving = requireNonNull(arriving, "arriving");
        this.body = requireNonNull(body, "body");
        this.maxLineBytes = maxLineBytes;
        this.budget = requireNonNull(budget, "budget");
        this.onClose = requireNonNull(onClose, "onClose");
    }

    /**
     * The next line, without the line feed at its end; the last one needs none. Empty at the end of the body.
     *
     * @throws ProblemException if the line is too long, the body is not the gzip it should be or ends before it should,
     *     its sender is too slow, or all bodies in flight leave no room for the line
     */
    public Optional<byte[]> next() throws IOException {
        if (position == limit && !fill()) return Optional.empty();
        int end = lineFeed();
        if (end == limit) return Optional.of(lineInParts());
        reserve(0, end - position);
        byte[] line = Arrays.copyOfRange(buffer, position, end);
        position = end + 1;
        return Optional.of(line);
    }

    /** One that does not end in what was read of the body so far. */
    private byte[] lineInParts() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(limit - position);
        while (true) {
            int end = lineFeed();
            reserve(line.size(), end - position);
            line.write(buffer, position, end - position);
            boolean ends = end < limit;
            position = ends ? end + 1 : end;
            if (ends || !fill()) return line.toByteArray();
        }
    }

    /** Bytes of the lines that were read and not released. */
    public long heldBytes() {
        return heldBytes;
    }

    /** Gives back the share of all lines read so far. */
    public void release() {
        budget.release(heldBytes);
        heldBytes = 0;
    }

    /** The time for the next lines begins. To be called when those before it were of use: blank ones are not. */
    public void beginPart() {
        arriving.beginPart();
    }

    @Override
    public void close() {
        if (closed) return;
        closed = true;
        release();
        onClose.run();
    }

    private int lineFeed() {
        int at = position;
        while (at < limit && buffer[at] != '\n') at++;
        return at;
    }

    private void reserve(int lineBytes, int count) {
        if (lineBytes + (long) count > maxLineBytes) {
            throw new ProblemException(ErrorCode.REQUEST_TOO_LARGE,
                "The line is longer than " + maxLineBytes + " bytes, the limit for one message.",
                Map.of("limit", maxLineBytes));
        }
        if (!budget.tryReserve(count)) {
            throw new ProblemException(ErrorCode.LEADER_UNAVAILABLE, "This broker holds as many bytes of request "
                + "bodies as it may. This line was not stored; send the rest again after Retry-After.");
        }
        heldBytes += count;
    }

    private boolean fill() throws IOException {
        try {
            limit = Math.max(0, body.read(buffer));
            position = 0;
            return limit > 0;
        } catch (BodyCutException cut) {
            LOG.log(Level.DEBUG, "a body of lines was cut", cut);
            throw RequestBody.linesCut();
        } catch (ZipException | EOFException damaged) {
            throw RequestBody.notGzip(damaged);
        }
    }
}
