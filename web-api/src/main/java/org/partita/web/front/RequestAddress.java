package org.partita.web.front;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Where a request was sent to, as it came. The container makes its own idea of that when a request is sent on, with the
 * escapes taken off.
 *
 * @param query null if there is none
 * @param pathInfo null if there is none
 */
record RequestAddress(String uri, String url, String query, String servletPath, String pathInfo) {
    static final String ATTRIBUTE = RequestAddress.class.getName();

    static RequestAddress of(HttpServletRequest request) {
        return new RequestAddress(request.getRequestURI(), request.getRequestURL().toString(),
            request.getQueryString(), request.getServletPath(), request.getPathInfo());
    }
}
