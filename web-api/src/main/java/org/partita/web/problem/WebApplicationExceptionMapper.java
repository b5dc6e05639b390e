package org.partita.web.problem;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** What the JAX-RS container itself refuses: unknown path, method, media type. */
@Provider
public final class WebApplicationExceptionMapper implements ExceptionMapper<WebApplicationException> {
    @Context
    private HttpHeaders headers;

    @Override
    public Response toResponse(WebApplicationException failure) {
        Problem problem = Problems.of(failure);
        if (problem.status() == 500) FailureLog.write(headers, failure);
        String allow = Problems.allowOf(failure);
        Response response = problem.toResponse();
        return allow.isEmpty() ? response
            : Response.fromResponse(response).header(HttpHeaders.ALLOW, allow).build();
    }
}
