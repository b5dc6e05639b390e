package org.partita.web.problem;

import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

import org.partita.storage.BrokerException;

/** Failures that Partita reports on purpose. */
@Provider
public final class BrokerExceptionMapper implements ExceptionMapper<BrokerException> {
    @Context
    private HttpHeaders headers;

    @Override
    public Response toResponse(BrokerException failure) {
        Problem problem = Problems.of(failure);
        if (problem.status() == 500) FailureLog.write(headers, failure);
        return problem.toResponse(Problems.retryAfterSeconds(failure));
    }
}
