package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;

import org.partita.web.http.RequestId;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.Problem;
import org.partita.web.problem.ProblemException;
import org.partita.web.problem.Problems;

/**
 * Stands before the servlet container and keeps away what that answers wrongly: malformed paths, and everything while
 * the process ends. Any thread.
 */
final class Entrance extends HttpHandler {
    private static final Problem STOPPING = Problem.of(ErrorCode.LEADER_UNAVAILABLE, "The broker is stopping. Nothing "
        + "was stored by this request. Try again when it is back, or at another broker.");
    private static final String RETRY_SECONDS = Long.toString(Problem.DEFAULT_RETRY_SECONDS);

    private final HttpHandler container;
    private final BooleanSupplier ending;

    /** @param ending whether the process ends, and the container with it */
    Entrance(HttpHandler container, BooleanSupplier ending) {
        this.container = requireNonNull(container, "container");
        this.ending = requireNonNull(ending, "ending");
        // Loads what an answer needs: the classes of an application that is gone cannot be loaded any more.
        document(STOPPING, RequestId.orNew(""));
    }

    HttpHandler container() {
        return container;
    }

    @Override
    public void service(Request request, Response response) throws Exception {
        RequestTarget target = new RequestTarget(request.getRequestURI());
        Optional<String> fault = target.fault();
        if (fault.isPresent()) {
            refuse(Problems.of(ProblemException.invalid("path", fault.get())), request, response);
        } else if (ending.getAsBoolean() && !new RequestPath(target.rawPath()).isServers()) {
            refuse(STOPPING, request, response);
        } else {
            container.service(request, response);
        }
    }

    private static void refuse(Problem problem, Request request, Response response) throws IOException {
        String id = RequestId.orNew(request.getHeader(RequestId.HEADER));
        byte[] document = document(problem, id);
        response.setStatus(problem.status());
        response.setHeader(RequestId.HEADER, id);
        response.setHeader("Cache-Control", "no-store");
        if (problem.hasRetryAfter()) response.setHeader("Retry-After", RETRY_SECONDS);
        response.setContentType(Problem.MEDIA_TYPE);
        response.setContentLength(document.length);
        response.getOutputStream().write(document);
    }

    private static byte[] document(Problem problem, String requestId) {
        return problem.withRequestId(requestId).json();
    }
}
