package org.partita.web.problem;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.WebApplicationException;

import org.partita.core.broker.NotAttemptedException;
import org.partita.core.broker.RecordTooLargeException;
import org.partita.core.idempotency.KeyTableFullException;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.metadata.InvalidRequestException;
import org.partita.storage.BrokerException;
import org.partita.storage.StorageException;

/** Turns failures into problem documents. Nothing of an unexpected failure is shown outside. */
public final class Problems {
    private static final long MILLIS_PER_SECOND = 1_000;

    private Problems() {
    }

    /** The failure behind the wrappers that completion stages put around it. */
    public static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        while ((inner instanceof CompletionException || inner instanceof ExecutionException)
            && inner.getCause() != null) inner = inner.getCause();
        return inner;
    }

    /** The code of {@code failure}; {@link ErrorCode#INTERNAL_ERROR} for codes that are not part of the API. */
    public static ErrorCode codeOf(BrokerException failure) {
        return ErrorCode.of(failure.code()).orElse(ErrorCode.INTERNAL_ERROR);
    }

    public static boolean hasCode(Throwable failure, ErrorCode code) {
        return failure instanceof BrokerException known && known.code().equals(code.code());
    }

    /** When to try again what failed so; has a meaning for failures that say "try again" only. */
    public static long retryAfterSeconds(Throwable failure) {
        if (failure instanceof NotAttemptedException) return retryAfterSeconds(failure.getCause());
        if (!(failure instanceof KeyTableFullException full)) return Problem.DEFAULT_RETRY_SECONDS;
        long wholeSeconds = (full.retryAfterMillis() + MILLIS_PER_SECOND - 1) / MILLIS_PER_SECOND;
        return Math.max(Problem.DEFAULT_RETRY_SECONDS, wholeSeconds);
    }

    public static Problem of(BrokerException failure) {
        ErrorCode code = codeOf(failure);
        if (code == ErrorCode.INTERNAL_ERROR && !(failure instanceof StorageException)) return internalError();
        return Problem.of(code, PublicDetail.of(failure, code), membersOf(failure));
    }

    /** What ends an answer that was begun; the cause is logged if nobody expected it. @param requestId of the answer */
    public static Problem endOf(Throwable failure, String requestId) {
        Throwable inner = unwrap(failure);
        Problem problem = ofAny(inner);
        if (problem.status() == 500) FailureLog.write(requestId, inner);
        return problem.withRequestId(requestId);
    }

    static Problem ofAny(Throwable inner) {
        if (inner instanceof BrokerException known) return of(known);
        if (inner instanceof WebApplicationException refused) return of(refused);
        return internalError();
    }

    public static Problem internalError() {
        return Problem.of(ErrorCode.INTERNAL_ERROR,
            "The broker failed to do this. Its log has the cause under the request id given here.");
    }

    static Problem of(WebApplicationException failure) {
        return ofStatus(failure.getResponse().getStatus());
    }

    /** What a container refused, of which only the status is known. */
    public static Problem ofStatus(int status) {
        return switch (status) {
            case 401 -> Problem.of(ErrorCode.UNAUTHENTICATED, "The server wants to know who you are.");
            case 403 -> Problem.of(ErrorCode.FORBIDDEN, "The server does not allow this.");
            case 404 -> Problem.of(ErrorCode.NOT_FOUND, "There is nothing at this path; /openapi lists what there is.");
            case 405 -> Problem.of(ErrorCode.METHOD_NOT_ALLOWED, "This path does not know the method; Allow lists "
                + "those it knows.");
            case 406 -> Problem.of(ErrorCode.NOT_ACCEPTABLE, "No media type in Accept can be given here; send "
                + "Accept: application/json, or text/event-stream for a tail.");
            case 413 -> Problem.of(ErrorCode.REQUEST_TOO_LARGE, "The request is larger than the server takes; send "
                + "fewer or smaller messages a request.");
            case 415 -> Problem.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "This media type is not read here; send "
                + "Content-Type: application/json.");
            case 503 -> Problem.of(ErrorCode.LEADER_UNAVAILABLE, "This broker does not serve now; try again after "
                + "Retry-After, or at another broker.");
            default -> status >= 400 && status < 500
                ? Problem.of(ErrorCode.INVALID_REQUEST, "The request or one of its headers, for example Content-Type "
                    + "or Accept, cannot be read; /openapi describes what can.")
                : internalError();
        };
    }

    /** Headers of the container's own answer that must stay: {@code Allow} of a 405, with HEAD, which it leaves out. */
    static String allowOf(WebApplicationException failure) {
        String allow = failure.getResponse().getHeaderString("Allow");
        if (!(failure instanceof NotAllowedException) || allow == null) return "";
        return allow.contains("GET") && !allow.contains("HEAD") ? "HEAD," + allow : allow;
    }

    private static Map<String, Object> membersOf(BrokerException failure) {
        if (failure instanceof ProblemException refused) return refused.members();
        if (failure instanceof InvalidRequestException invalid) return Map.of("field", invalid.field());
        if (failure instanceof RecordTooLargeException tooLarge) return Map.of("limit", tooLarge.limitBytes());
        Map<String, Object> members = new LinkedHashMap<>();
        if (failure instanceof OffsetOutOfRangeException outside) {
            members.put("logStartOffset", outside.logStartOffset());
            members.put("highWatermark", outside.endOffset());
        }
        return members;
    }
}
