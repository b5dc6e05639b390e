package org.partita.web.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

import org.partita.web.problem.Problem;

/** Puts the request id into every answer, and into the document of every problem. */
@Provider
public final class AnswerFilter implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        String requestId = request.getHeaderString(RequestIdFilter.HEADER);
        response.getHeaders().putSingle(RequestIdFilter.HEADER, requestId);
        if (response.getEntity() instanceof Problem problem) {
            response.setEntity(problem.withRequestId(requestId));
        }
    }
}
