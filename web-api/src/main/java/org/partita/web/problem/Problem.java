package org.partita.web.problem;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

import org.partita.web.json.JsonBinding;

/**
 * One problem document (RFC 9457). The request id is added when the answer leaves.
 *
 * @param detail for people: what was found and what to do
 * @param members further members, in their order in the document
 */
public record Problem(String code, String title, int status, String detail, Map<String, Object> members) {
    public static final String MEDIA_TYPE = "application/problem+json";
    public static final String BATCH_INCOMPLETE = "batch-incomplete";
    public static final long DEFAULT_RETRY_SECONDS = 1;

    public Problem {
        requireNonNull(code, "code");
        requireNonNull(title, "title");
        requireNonNull(detail, "detail");
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    public static Problem of(ErrorCode code, String detail, Map<String, Object> members) {
        return new Problem(code.code(), code.title(), code.status(), detail, members);
    }

    public static Problem of(ErrorCode code, String detail) {
        return of(code, detail, Map.of());
    }

    /**
     * Not every message of a batch is stored.
     *
     * @param worst most severe of the failures, gives the status
     * @param results one a message in request order: its place or its error
     */
    public static Problem batchIncomplete(ErrorCode worst, String detail, List<?> results) {
        return new Problem(BATCH_INCOMPLETE, "Batch incomplete", worst.status(), detail, Map.of("results", results));
    }

    /** The answer with this document as entity and {@code Retry-After} where the status has one. */
    public Response toResponse() {
        return toResponse(DEFAULT_RETRY_SECONDS);
    }

    /** As {@link #toResponse()}, for a failure that knows when a retry makes sense. */
    public Response toResponse(long retryAfterSeconds) {
        Response.ResponseBuilder response = Response.status(status)
            .type(MEDIA_TYPE)
            .header(HttpHeaders.CACHE_CONTROL, "no-store")
            .entity(this);
        if (hasRetryAfter()) response.header(HttpHeaders.RETRY_AFTER, retryAfterSeconds);
        return response.build();
    }

    /** The same problem as the answer to one request. */
    public Problem withRequestId(String requestId) {
        Map<String, Object> extended = new LinkedHashMap<>();
        extended.put("requestId", requestId);
        extended.putAll(members);
        return new Problem(code, title, status, detail, extended);
    }

    /** The document as UTF-8, on one line. */
    public byte[] json() {
        return JsonBinding.write(document());
    }

    /** Whether the answer says when to try again. */
    public boolean hasRetryAfter() {
        return status == 503 || status == 429;
    }

    /** The members in their order on the wire. */
    private Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", "urn:partita:error:" + code);
        document.put("code", code);
        document.put("title", title);
        document.put("status", status);
        document.put("detail", detail);
        document.putAll(members);
        return document;
    }
}
