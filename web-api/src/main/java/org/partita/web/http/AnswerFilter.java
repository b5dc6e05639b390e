package org.partita.web.http;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

import org.partita.web.metrics.RequestMeter;
import org.partita.web.problem.Problem;

/** Puts the request id into every answer and into the document of every problem, and counts problems. */
@OneInstance
@Provider
public class AnswerFilter implements ContainerResponseFilter {
    private final RequestMeter meter;

    @Inject
    public AnswerFilter(RequestMeter meter) {
        this.meter = requireNonNull(meter, "meter");
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        String requestId = request.getHeaderString(RequestIdFilter.HEADER);
        response.getHeaders().putSingle(RequestIdFilter.HEADER, requestId);
        if (response.getEntity() instanceof Problem problem) {
            response.setEntity(problem.withRequestId(requestId));
            meter.refused(problem.code());
        }
    }
}
