package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.regex.Pattern;

import org.partita.web.problem.Problem;
import org.partita.web.problem.ProblemException;
import org.partita.web.problem.Problems;

/**
 * The path of a request below the context root, as it came, with its escapes.
 *
 * <p>Not every path there is ours: in the root context the server itself has a few, and they stay as they are.
 */
record RequestPath(String raw) {
    /** Without escapes, dot segments and parameters, with which the container may come to another path. */
    private static final Pattern SERVER = Pattern.compile(
        "/(health|metrics|openapi)(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*/?");
    private static final Pattern API = Pattern.compile("/v1([/;].*)?");

    RequestPath {
        requireNonNull(raw, "raw");
    }

    static RequestPath of(String requestUri, String contextPath) {
        return new RequestPath(requestUri.startsWith(contextPath) ? requestUri.substring(contextPath.length())
            : requestUri);
    }

    boolean isServers() {
        return SERVER.matcher(raw).matches();
    }

    boolean isApi() {
        return API.matcher(raw).matches();
    }

    Optional<Problem> refusal() {
        Optional<String> fault = new RequestTarget(raw).fault();
        if (fault.isPresent()) return refused(fault.get());
        return raw.indexOf(';') >= 0 ? matrixParameters() : Optional.empty();
    }

    /** The container takes the one away that it knows itself. */
    static Optional<Problem> matrixParameters() {
        return refused("Matrix parameters (';' in the path) are not known here; use query parameters.");
    }

    private static Optional<Problem> refused(String detail) {
        return Optional.of(Problems.of(ProblemException.invalid("path", detail)));
    }
}
