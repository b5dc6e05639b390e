package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.MappingMatch;

import org.partita.web.http.RequestId;
import org.partita.web.metrics.RequestMeter;
import org.partita.web.problem.Problem;
import org.partita.web.problem.Problems;

/** Decides what becomes of a request before JAX-RS sees it, and what of an answer that JAX-RS did not write. */
final class FrontDoor {
    private static final System.Logger LOG = System.getLogger(FrontDoor.class.getName());
    private static final Set<String> READING = Set.of("GET", "HEAD");

    private final AddressGuard guard;
    private final BodyArrivals bodies;
    private final Http2Bodies http2 = new Http2Bodies();
    private final RequestMeter meter;

    FrontDoor(AddressGuard guard, BodyArrivals bodies, RequestMeter meter) {
        this.guard = requireNonNull(guard, "guard");
        this.bodies = requireNonNull(bodies, "bodies");
        this.meter = requireNonNull(meter, "meter");
    }

    /** A request as it came from the network. */
    void enter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws IOException, ServletException {
        RequestPath path = RequestPath.of(request.getRequestURI(), request.getContextPath());
        if (path.isServers()) {
            chain.doFilter(request, response);
            return;
        }
        String id = RequestId.orNew(request.getHeader(RequestId.HEADER));
        HttpServletRequest identified = new IdentifiedRequest(request, id);
        ProblemResponse answer = new ProblemResponse(response, id, meter);
        Optional<Problem> refusal = refusal(request, path);
        if (path.isApi() && bodies.isStreamed(request)) answer.unknownOutcome();
        if (refusal.isPresent()) answer.send(refusal.get());
        else if (!bodies.isPending(request)) serve(identified, answer, chain);
        else if (Http2Bodies.concerns(request)) http2.serve(answer, () -> serve(identified, answer, chain));
        else bodies.await(identified, answer);
    }

    /** A request whose body is here now. Wrapped when it came, as its answer is. */
    void reenter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws IOException, ServletException {
        if (request.getAttribute(ArrivedBody.ATTRIBUTE) instanceof ArrivedBody body
            && response instanceof ProblemResponse answer) {
            try (body) {
                serve(new ArrivedRequest(request, body), answer, chain);
            }
        } else {
            chain.doFilter(request, response);
        }
    }

    private Optional<Problem> refusal(HttpServletRequest request, RequestPath path) {
        return guard.refusal(request.getMethod(), values(request, "Host"), values(request, "Origin"),
                values(request, "Sec-Fetch-Site"))
            .or(path::refusal)
            .or(() -> request.isRequestedSessionIdFromURL() ? RequestPath.matrixParameters() : Optional.empty())
            .or(() -> nothingThere(request, path))
            .or(() -> bodies.refusal(request));
    }

    /** Outside the API there may be pages, which are only read, and servlets, which know what they take. */
    private static Optional<Problem> nothingThere(HttpServletRequest request, RequestPath path) {
        boolean page = request.getHttpServletMapping().getMappingMatch() == MappingMatch.DEFAULT;
        return path.isApi() || !page || READING.contains(request.getMethod()) ? Optional.empty()
            : Optional.of(Problems.ofStatus(404));
    }

    private static void serve(HttpServletRequest request, ProblemResponse answer, FilterChain chain)
        throws IOException {
        try {
            chain.doFilter(request, answer);
        } catch (ServletException | RuntimeException failed) {
            LOG.log(Level.ERROR, () -> "request " + answer.requestId() + " failed", failed);
            answer.send(Problems.internalError());
        }
    }

    private static List<String> values(HttpServletRequest request, String header) {
        return Collections.list(request.getHeaders(header));
    }
}
