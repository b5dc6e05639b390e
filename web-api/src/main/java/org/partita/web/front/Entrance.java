package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;

import org.partita.web.http.ClientConnection;
import org.partita.web.http.RequestId;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.Problem;
import org.partita.web.problem.ProblemException;
import org.partita.web.problem.Problems;

/**
 * Stands before the servlet container and keeps away what that answers wrongly: malformed paths and queries, methods
 * that the server's own pages do not know, and everything while the process ends. Bounds what is held for clients that
 * do not read. Any thread.
 */
final class Entrance extends HttpHandler {
    private static final Problem STOPPING = Problem.of(ErrorCode.LEADER_UNAVAILABLE, "The broker is stopping. Nothing "
        + "was stored by this request. Try again when it is back, or at another broker.");
    /** The container fails at one of these, and the request is answered as a success. */
    private static final Pattern HOSTLESS = Pattern.compile("\\s*(:.*)?");
    private static final Pattern EMPTY_LINES = Pattern.compile("\\A[\\r\\n]+");
    private static final String TRACE = "TRACE";
    private static final String CONNECT = "CONNECT";
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    /**
     * What is held for a client that does not read, beyond what the system takes. The server would hold four times the
     * size of the system's buffer, which is megabytes a connection.
     */
    private static final int MAX_UNSENT_BYTES = 64 << 10;
    private static final String RETRY_SECONDS = Long.toString(Problem.DEFAULT_RETRY_SECONDS);

    private final HttpHandler container;
    private final String contextPath;
    private final BooleanSupplier ending;

    /**
     * @param contextPath of the application
     * @param ending whether the process ends, and the container with it
     */
    Entrance(HttpHandler container, String contextPath, BooleanSupplier ending) {
        this.container = requireNonNull(container, "container");
        this.contextPath = requireNonNull(contextPath, "contextPath");
        this.ending = requireNonNull(ending, "ending");
        // Loads what an answer needs: the classes of an application that is gone cannot be loaded any more.
        document(STOPPING, RequestId.orNew(""));
    }

    HttpHandler container() {
        return container;
    }

    @Override
    public void service(Request request, Response response) throws Exception {
        request.getContext().getConnection().setMaxAsyncWriteQueueSize(MAX_UNSENT_BYTES);
        Closeable connection = request.getRequest().getProcessingState().getHttpContext().getCloseable();
        request.setAttribute(ClientConnection.ATTRIBUTE, (ClientConnection) connection::terminateSilently);
        Optional<Problem> fault = fault(method(request), request, response);
        if (fault.isPresent()) refuse(fault.get(), request, response);
        else pass(request, response);
    }

    private void pass(Request request, Response response) throws Exception {
        Departure departure = new Departure();
        request.setAttribute(Departure.ATTRIBUTE, departure);
        try {
            container.service(request, response);
        } finally {
            departure.gone();
        }
    }

    /** The server takes empty lines before a request, which a recipient should ignore, for the begin of its method. */
    private static String method(Request request) {
        String given = request.getMethod().getMethodString();
        if (!given.startsWith("\r") && !given.startsWith("\n")) return given;
        String method = EMPTY_LINES.matcher(given).replaceFirst("");
        request.getRequest().setMethod(method);
        return method;
    }

    private Optional<Problem> fault(String method, Request request, Response response) {
        // The server takes a body of this one for the next request, of which somebody else may be thought.
        if (method.equals(TRACE)) response.setHeader("Connection", "close");
        if (ending.getAsBoolean()) return Optional.of(STOPPING);
        if (method.equals(CONNECT)) {
            noTunnel(request);
            return refusedMethod(response, Set.of());
        }
        if (isHostless(request)) {
            return Optional.of(Problem.of(ErrorCode.FORBIDDEN, "The Host of this request is empty. Use a loopback "
                + "address or the advertised one."));
        }
        RequestTarget target = new RequestTarget(request.getRequestURI());
        Optional<String> fault = target.fault();
        if (fault.isPresent()) return Optional.of(invalid("path", fault.get()));
        fault = RequestTarget.queryFault(request.getQueryString());
        if (fault.isPresent()) return Optional.of(invalid("query", fault.get()));
        return takes(method, target.rawPath()) ? Optional.empty() : refusedMethod(response, READING);
    }

    /** For the server a tunnel begins here, so that the answer has no length and the connection no end. */
    private static void noTunnel(Request request) {
        request.getRequest().setMethod(Method.CUSTOM(CONNECT));
        request.addAfterServiceListener(served ->
            served.getRequest().getProcessingState().getHttpContext().close());
    }

    /** Paths of the API refuse a method themselves, and know which ones they have instead. */
    private boolean takes(String method, String rawPath) {
        if (READING.contains(method)) return true;
        if (new RequestPath(rawPath).isServers()) return false;
        return !method.equals(TRACE)
            || rawPath.startsWith(contextPath) && RequestPath.of(rawPath, contextPath).isApi();
    }

    /** Also one whose request line has an empty host, whatever its header says. HTTP/1.0 may come without. */
    private static boolean isHostless(Request request) {
        String header = request.getHeader("Host");
        String server = request.getServerName();
        return header != null && HOSTLESS.matcher(header).matches() || server == null || server.isBlank();
    }

    private static Optional<Problem> refusedMethod(Response response, Set<String> instead) {
        response.setHeader("Allow", String.join(", ", new TreeSet<>(instead)));
        return Optional.of(Problems.ofStatus(405));
    }

    private static Problem invalid(String field, String fault) {
        return Problems.of(ProblemException.invalid(field, fault));
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
