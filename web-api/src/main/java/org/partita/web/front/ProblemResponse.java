package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import java.io.IOException;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

import org.partita.web.http.RequestId;
import org.partita.web.metrics.RequestMeter;
import org.partita.web.problem.Problem;
import org.partita.web.problem.Problems;

/** An answer whose errors are problem documents, also where the container would write a page in HTML. */
final class ProblemResponse extends HttpServletResponseWrapper {
    private final String requestId;
    private final RequestMeter meter;

    ProblemResponse(HttpServletResponse response, String requestId, RequestMeter meter) {
        super(response);
        this.requestId = requireNonNull(requestId, "requestId");
        this.meter = requireNonNull(meter, "meter");
        response.setHeader(RequestId.HEADER, requestId);
        // Before a second thread can answer: the server sets a status that is missing while it reads it.
        response.setStatus(SC_OK);
    }

    String requestId() {
        return requestId;
    }

    /** Until somebody answers. If the chunks of a body are malformed, the server does: with this status and no body. */
    void unknownOutcome() {
        setStatus(SC_GATEWAY_TIMEOUT);
    }

    /** Answers with {@code problem}, unless a part of another answer has left already. */
    void send(Problem problem) throws IOException {
        if (isCommitted()) return;
        byte[] document = problem.withRequestId(requestId).json();
        resetBuffer();
        setStatus(problem.status());
        setHeader("Cache-Control", "no-store");
        if (problem.hasRetryAfter()) setHeader("Retry-After", Long.toString(Problem.DEFAULT_RETRY_SECONDS));
        setHeader("Content-Type", Problem.MEDIA_TYPE);
        setContentLength(document.length);
        getOutputStream().write(document);
        flushBuffer();
        meter.refused(problem.code());
    }

    @Override
    public void sendError(int status) throws IOException {
        send(Problems.ofStatus(status));
    }

    /** The text is the container's, not for people who ask a broker for something. */
    @Override
    public void sendError(int status, String text) throws IOException {
        sendError(status);
    }
}
