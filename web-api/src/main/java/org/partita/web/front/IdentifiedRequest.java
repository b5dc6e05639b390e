package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;

import org.partita.web.http.RequestId;

/** A request that has an id, whether the client sent a usable one or not. */
final class IdentifiedRequest extends HttpServletRequestWrapper {
    private final String requestId;

    IdentifiedRequest(HttpServletRequest request, String requestId) {
        super(request);
        this.requestId = requireNonNull(requestId, "requestId");
    }

    @Override
    public String getHeader(String name) {
        return isId(name) ? requestId : super.getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return isId(name) ? Collections.enumeration(Set.of(requestId)) : super.getHeaders(name);
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        Set<String> names = new LinkedHashSet<>();
        super.getHeaderNames().asIterator().forEachRemaining(name -> {
            if (!isId(name)) names.add(name);
        });
        names.add(RequestId.HEADER);
        return Collections.enumeration(names);
    }

    private static boolean isId(String name) {
        return RequestId.HEADER.equalsIgnoreCase(name);
    }
}
