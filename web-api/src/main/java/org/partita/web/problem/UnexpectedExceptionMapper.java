package org.partita.web.problem;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

import org.partita.storage.BrokerException;

/** Everything else: a mistake of ours, or one of the other families inside the wrapper of a completion stage. */
@Provider
public final class UnexpectedExceptionMapper implements ExceptionMapper<Throwable> {
    @Context
    private HttpHeaders headers;

    @Override
    public Response toResponse(Throwable failure) {
        Throwable inner = Problems.unwrap(failure);
        Problem problem = problemOf(inner);
        if (problem.status() == 500) FailureLog.write(headers, inner);
        return problem.toResponse(Problems.retryAfterSeconds(inner));
    }

    private static Problem problemOf(Throwable inner) {
        if (inner instanceof BrokerException known) return Problems.of(known);
        if (inner instanceof WebApplicationException refused) return Problems.of(refused);
        return Problems.internalError();
    }
}
