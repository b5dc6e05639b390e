package org.partita.web.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;

/** Gives every request an id, unless the filter in front of JAX-RS did. */
@Provider
@PreMatching
public final class RequestIdFilter implements ContainerRequestFilter {
    public static final String HEADER = RequestId.HEADER;

    @Override
    public void filter(ContainerRequestContext request) {
        request.getHeaders().putSingle(HEADER, RequestId.orNew(request.getHeaderString(HEADER)));
    }
}
