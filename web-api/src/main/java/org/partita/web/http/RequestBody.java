package org.partita.web.http;

import static org.partita.web.problem.ProblemException.invalid;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;

import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.ProblemException;

/** Reads JSON request bodies whole, up to a limit that also holds after decompression. */
public final class RequestBody {
    private final int maxBytes;

    public RequestBody(int maxBytes) {
        if (maxBytes < 1) throw new IllegalArgumentException("maxBytes " + maxBytes + " < 1");
        this.maxBytes = maxBytes;
    }

    /** @throws ProblemException if the body is no JSON by its headers, is too large or cannot be decompressed */
    public byte[] readJson(HttpHeaders headers, InputStream body) throws IOException {
        requireJson(headers.getMediaType());
        String encoding = headers.getHeaderString(HttpHeaders.CONTENT_ENCODING);
        String wanted = encoding == null ? "identity" : encoding.trim().toLowerCase(Locale.ROOT);
        return switch (wanted) {
            case "identity", "" -> {
                if (headers.getLength() > maxBytes) throw tooLarge();
                yield readBounded(body);
            }
            case "gzip", "x-gzip" -> readGzip(body);
            default -> throw new ProblemException(ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                "The content encoding is not read here; send the body as it is or with Content-Encoding: gzip.");
        };
    }

    private static void requireJson(MediaType type) {
        boolean json = type != null && "application".equalsIgnoreCase(type.getType())
            && "json".equalsIgnoreCase(type.getSubtype());
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

    private byte[] readGzip(InputStream body) throws IOException {
        try (InputStream decompressed = new GZIPInputStream(body)) {
            return readBounded(decompressed);
        } catch (ZipException | EOFException damaged) {
            throw invalid("Content-Encoding", "The body is not valid gzip.");
        }
    }

    private byte[] readBounded(InputStream body) throws IOException {
        byte[] bytes = body.readNBytes(maxBytes);
        if (bytes.length == maxBytes && body.read() >= 0) throw tooLarge();
        return bytes;
    }

    private ProblemException tooLarge() {
        return new ProblemException(ErrorCode.REQUEST_TOO_LARGE,
            "The body is larger than " + maxBytes + " bytes; send fewer or smaller messages a request.",
            Map.of("limit", maxBytes));
    }
}
