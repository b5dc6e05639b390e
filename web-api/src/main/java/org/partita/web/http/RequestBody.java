package org.partita.web.http;

import static java.util.Objects.requireNonNull;
import static org.partita.web.problem.ProblemException.invalid;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.zip.ZipException;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;

import org.partita.core.execution.Budget;
import org.partita.web.http.ArrivingBytes.BodyCutException;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.ProblemException;

/**
 * Reads request bodies: each up to a limit that also holds after decompression, all together up to a budget, so that
 * many large requests at a time do not exhaust the heap. Thread-safe.
 */
public final class RequestBody {
    /** How many bodies are read in parts at a time: each has a request thread until it ends. */
    public static final int MAX_STREAMS = 32;
    private static final System.Logger LOG = System.getLogger(RequestBody.class.getName());
    private static final Set<String> JSON_SUBTYPES = Set.of("json", "merge-patch+json");
    private static final int STEP_BYTES = 64 << 10;

    private final int maxBytes;
    private final Budget inFlight;
    private final long partMillis;
    private final LongSupplier nanos;
    private final Budget streams = new Budget(MAX_STREAMS);

    /**
     * @param inFlight bytes of bodies that may be held at a time; has room for at least one of {@code maxBytes}
     * @param partMillis how long a body may take, or the next part of one that is read in parts
     * @param nanos relative time
     */
    public RequestBody(int maxBytes, Budget inFlight, long partMillis, LongSupplier nanos) {
        if (maxBytes < 1) throw new IllegalArgumentException("maxBytes " + maxBytes + " < 1");
        if (inFlight.limit() < maxBytes) {
            throw new IllegalArgumentException("budget " + inFlight.limit() + " < maxBytes " + maxBytes);
        }
        if (partMillis < 1) throw new IllegalArgumentException("partMillis " + partMillis + " < 1");
        this.maxBytes = maxBytes;
        this.inFlight = inFlight;
        this.partMillis = partMillis;
        this.nanos = requireNonNull(nanos, "nanos");
    }

    /**
     * The body, for the caller to close.
     *
     * @throws ProblemException if the body is no JSON by its headers; otherwise as {@link #read}
     */
    public BodyInFlight readJson(HttpHeaders headers, InputStream body) throws IOException {
        requireJson(headers.getMediaType());
        return read(headers, body);
    }

    /**
     * The body, whatever its media type, for the caller to close.
     *
     * @throws ProblemException if the body is too large, too slow, cut or cannot be decompressed; with code
     *     {@code leader-unavailable} if all bodies in flight leave no room for it. Then nothing of it is held
     */
    public BodyInFlight read(HttpHeaders headers, InputStream body) throws IOException {
        boolean gzip = isGzip(headers);
        long lengthBytes = lengthBytes(headers);
        if (!gzip && lengthBytes > maxBytes) throw tooLarge();
        InputStream arriving = new ArrivingBytes(body, lengthBytes, partMillis, nanos);
        try {
            if (gzip) return readGzip(arriving);
            return lengthBytes >= 0 ? readKnown(arriving, (int) lengthBytes) : readInSteps(arriving);
        } catch (BodyCutException cut) {
            LOG.log(Level.DEBUG, "a body was cut", cut);
            throw cut();
        }
    }

    /**
     * The lines of a body that may be larger than what is held of it at a time; for the caller to close.
     *
     * @throws ProblemException with code {@code leader-unavailable} if as many are read already as may be
     */
    public BodyLines lines(HttpHeaders headers, InputStream body) {
        boolean gzip = isGzip(headers);
        long lengthBytes = lengthBytes(headers);
        if (!streams.tryReserve(1)) {
            throw new ProblemException(ErrorCode.LEADER_UNAVAILABLE, MAX_STREAMS + " bodies of lines are being read, "
                + "as many as may be. Nothing was stored by this request; try again after Retry-After.");
        }
        ArrivingBytes arriving = new ArrivingBytes(body, lengthBytes, partMillis, nanos);
        if (!gzip) return new BodyLines(arriving, arriving, maxBytes, inFlight, () -> streams.release(1));
        GzipBody decoded = new GzipBody(arriving);
        return new BodyLines(arriving, decoded, maxBytes, inFlight, () -> {
            streams.release(1);
            decoded.end();
        });
    }

    private static boolean isGzip(HttpHeaders headers) {
        String encoding = headers.getHeaderString(HttpHeaders.CONTENT_ENCODING);
        String wanted = encoding == null ? "identity" : encoding.trim().toLowerCase(Locale.ROOT);
        return switch (wanted) {
            case "identity", "" -> false;
            case "gzip", "x-gzip" -> true;
            default -> throw new ProblemException(ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                "The content encoding is not read here; send the body as it is or with Content-Encoding: gzip.");
        };
    }

    /** Not {@link HttpHeaders#getLength()}, which knows 32 bits only. @return -1 if unknown */
    private static long lengthBytes(HttpHeaders headers) {
        String length = headers.getHeaderString(HttpHeaders.CONTENT_LENGTH);
        return length == null ? -1 : QueryParameters.parse(HttpHeaders.CONTENT_LENGTH, length.trim(), 0,
            Long.MAX_VALUE);
    }

    private static void requireJson(MediaType type) {
        boolean json = type != null && "application".equalsIgnoreCase(type.getType())
            && JSON_SUBTYPES.contains(type.getSubtype().toLowerCase(Locale.ROOT));
        if (!json) {
            throw new ProblemException(ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                (type == null ? "Content-Type is missing" : "The media type is not read here")
                    + "; send Content-Type: application/json.");
        }
        String charset = type.getParameters().get(MediaType.CHARSET_PARAMETER);
        if (charset != null && !"utf-8".equalsIgnoreCase(charset)) {
            throw new ProblemException(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "JSON is read in UTF-8 only.");
        }
    }

    private BodyInFlight readGzip(InputStream body) throws IOException {
        try (InputStream decompressed = new GzipBody(body)) {
            return readInSteps(decompressed);
        } catch (BodyCutException cut) {
            throw cut;
        } catch (ZipException | EOFException damaged) {
            throw notGzip(damaged);
        }
    }

    private BodyInFlight readKnown(InputStream body, int lengthBytes) throws IOException {
        if (!inFlight.tryReserve(lengthBytes)) throw noRoom();
        try {
            byte[] bytes = new byte[lengthBytes];
            body.readNBytes(bytes, 0, lengthBytes);
            return new BodyInFlight(bytes, inFlight, lengthBytes);
        } catch (IOException | RuntimeException | Error failed) {
            inFlight.release(lengthBytes);
            throw failed;
        }
    }

    /** Takes from the budget before each step, so that what is held is always accounted for. */
    private BodyInFlight readInSteps(InputStream body) throws IOException {
        List<byte[]> steps = new ArrayList<>();
        int length = 0;
        long reserved = 0;
        try {
            while (true) {
                int wanted = Math.min(STEP_BYTES, maxBytes - length);
                if (wanted == 0) break;
                if (!inFlight.tryReserve(wanted)) throw noRoom();
                reserved += wanted;
                byte[] step = body.readNBytes(wanted);
                steps.add(step);
                length += step.length;
                if (step.length < wanted) break;
            }
            if (length == maxBytes && body.read() >= 0) throw tooLarge();
            return new BodyInFlight(joined(steps, length), inFlight, reserved);
        } catch (IOException | RuntimeException | Error failed) {
            inFlight.release(reserved);
            throw failed;
        }
    }

    private static byte[] joined(List<byte[]> steps, int lengthBytes) {
        ByteBuffer whole = ByteBuffer.allocate(lengthBytes);
        steps.forEach(whole::put);
        return whole.array();
    }

    private static ProblemException cut() {
        return new ProblemException(ErrorCode.INVALID_REQUEST, "The body broke off before its end. Nothing was stored "
            + "by this request; send it again as a whole.");
    }

    /** Said of the line at which it broke off. */
    static ProblemException linesCut() {
        return new ProblemException(ErrorCode.INVALID_REQUEST, "The body broke off before its end. Stored is what has "
            + "an offset in results, and nothing if there are none; send the rest again.");
    }

    static ProblemException notGzip(IOException damage) {
        return invalid("Content-Encoding", damage instanceof EOFException
            ? "The gzip of the body ended early." : "The body is not valid gzip: " + damage.getMessage() + ".");
    }

    private static ProblemException noRoom() {
        return new ProblemException(ErrorCode.LEADER_UNAVAILABLE,
            "This broker holds as many bytes of request bodies as it may. Nothing was stored by this request; try "
                + "again after Retry-After, or send smaller requests.");
    }

    private ProblemException tooLarge() {
        return new ProblemException(ErrorCode.REQUEST_TOO_LARGE,
            "The body is larger than " + maxBytes + " bytes; send fewer or smaller messages a request.",
            Map.of("limit", maxBytes));
    }
}
