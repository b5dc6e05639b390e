package org.partita.web.problem;

import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Everything else: a mistake of ours, or one of the other families inside the wrapper of a completion stage. */
@Provider
public final class UnexpectedExceptionMapper implements ExceptionMapper<Throwable> {
    @Context
    private HttpHeaders headers;

    @Override
    public Response toResponse(Throwable failure) {
        Throwable inner = Problems.unwrap(failure);
        Problem problem = Problems.ofAny(inner);
        if (problem.status() == 500) FailureLog.write(headers, inner);
        return problem.toResponse(Problems.retryAfterSeconds(inner));
    }
}
