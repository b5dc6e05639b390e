package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;

import org.partita.web.http.BodyLimits;
import org.partita.web.http.BodyLines;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.Problem;
import org.partita.web.problem.ProblemException;
import org.partita.web.problem.Problems;

/**
 * Waits for request bodies without a thread, so that however many clients send slowly, the others are served.
 *
 * <p>A body that is here when its request is looked at, as most are, goes straight on.
 */
final class BodyArrivals {
    private final BodyLimits limits;
    private final ScheduledExecutorService timers;

    BodyArrivals(BodyLimits limits, ScheduledExecutorService timers) {
        this.limits = requireNonNull(limits, "limits");
        this.timers = requireNonNull(timers, "timers");
    }

    /** A body of lines is read in parts, however large it is; whoever reads it bounds its time. */
    boolean isStreamed(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.split(";", 2)[0].trim().equalsIgnoreCase(BodyLines.MEDIA_TYPE);
    }

    /** A body that is too large by its own account, or whose end nobody can tell, needs no waiting for. */
    Optional<Problem> refusal(HttpServletRequest request) {
        String coding = request.getHeader("Transfer-Encoding");
        if (coding != null && !coding.equalsIgnoreCase("chunked")) {
            return Optional.of(Problems.of(ProblemException.invalid("Transfer-Encoding",
                "'Transfer-Encoding' must be chunked, or not be there.")));
        }
        return request.getContentLengthLong() > maxBytes(request) && !isStreamed(request) ? Optional.of(tooLarge())
            : Optional.empty();
    }

    /** Whether a part of the body is still on its way. */
    boolean isPending(HttpServletRequest request) throws IOException {
        if (isStreamed(request)) return false;
        long length = request.getContentLengthLong();
        if (length == 0 || length < 0 && !mayHaveBody(request)) return false;
        ServletInputStream body = request.getInputStream();
        return !body.isFinished() && (length < 0 || body.available() < length);
    }

    /**
     * Sends the request on when its body is here, or answers it if that does not come about. Returns at once.
     *
     * <p>The end of a body without a length is only found by listening beyond it ({@link PendingBody}), so its
     * connection takes no further request.
     */
    void await(HttpServletRequest request, ProblemResponse response) throws IOException {
        request.setAttribute(RequestAddress.ATTRIBUTE, RequestAddress.of(request));
        ServletInputStream input = request.getInputStream();
        long announcedBytes = request.getContentLengthLong();
        if (announcedBytes < 0) response.setHeader("Connection", "close");
        AsyncContext exchange = request.startAsync(request, response);
        exchange.setTimeout(0);
        PendingBody pending = new PendingBody(exchange, input, new ArrivedBody(limits.arriving()), announcedBytes,
            maxBytes(request), tooLarge(), Departure.of(request));
        try {
            pending.expireWith(timers, limits.arrivalMillis());
            input.setReadListener(pending);
        } catch (RuntimeException | Error failed) {
            pending.giveUp(failed);
        }
    }

    private Problem tooLarge() {
        int maxBytes = limits.maxBytes();
        return Problem.of(ErrorCode.REQUEST_TOO_LARGE,
            "The body is larger than " + maxBytes + " bytes; send fewer or smaller messages a request.",
            Map.of("limit", maxBytes));
    }

    /** HTTP/1 announces a body without a length; HTTP/2 does not. */
    private static boolean mayHaveBody(HttpServletRequest request) {
        return request.getHeader("Transfer-Encoding") != null || !request.getProtocol().startsWith("HTTP/1");
    }

    /** What does not get smaller by compression gets a little larger; it counts as it is without. */
    private long maxBytes(HttpServletRequest request) {
        long maxBytes = limits.maxBytes();
        return request.getHeader("Content-Encoding") == null ? maxBytes : maxBytes + maxBytes / 1_000 + 1_000;
    }
}
