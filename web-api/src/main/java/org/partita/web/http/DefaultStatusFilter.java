package org.partita.web.http;

import java.io.IOException;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Sets the status of every answer before a second thread can.
 *
 * <p>The server reads the status when a request's thread leaves, and its HTTP library stores 200 while reading if none
 * is set yet. A resource that waits is answered by another thread: without this filter the 200 could land on top of
 * that answer's status.
 */
@WebFilter(urlPatterns = "/*", asyncSupported = true)
public final class DefaultStatusFilter implements Filter {
    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ((HttpServletResponse) response).setStatus(HttpServletResponse.SC_OK);
        chain.doFilter(request, response);
    }
}
