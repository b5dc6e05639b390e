package org.partita.web.http;

import static org.partita.web.problem.ProblemException.invalid;

import java.util.Locale;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;

/** Refuses header fields that begin as ours and are none: a typing error would lose what they say. */
@Provider
public final class FieldsFilter implements ContainerRequestFilter {
    /** What the fields begin with that carry message headers. */
    public static final String MESSAGE_HEADER = "partita-header-";
    private static final String OURS = "partita-";

    @Override
    public void filter(ContainerRequestContext request) {
        boolean publish = request.getMethod().equals(HttpMethod.POST)
            && request.getUriInfo().getPath().endsWith("/messages");
        for (String field : request.getHeaders().keySet()) {
            String lower = field.toLowerCase(Locale.ROOT);
            if (!lower.startsWith(OURS) || publish && lower.startsWith(MESSAGE_HEADER)) continue;
            throw invalid(field, "The header field '" + field + "' is not known here; " + (publish
                ? "message headers are in Partita-Header-<name>, the key is in ?key= or in the body."
                : "Partita-Header-<name> is for publishing."));
        }
    }
}
