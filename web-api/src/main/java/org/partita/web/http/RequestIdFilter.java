package org.partita.web.http;

import java.util.UUID;
import java.util.regex.Pattern;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;

/** Gives every request an id: the client's if it is short and harmless, else a new one. */
@Provider
@PreMatching
public final class RequestIdFilter implements ContainerRequestFilter {
    public static final String HEADER = "X-Request-Id";

    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9._:/+=-]{1,128}");

    @Override
    public void filter(ContainerRequestContext request) {
        String given = request.getHeaderString(HEADER);
        boolean usable = given != null && HARMLESS.matcher(given).matches();
        request.getHeaders().putSingle(HEADER, usable ? given : UUID.randomUUID().toString());
    }
}
