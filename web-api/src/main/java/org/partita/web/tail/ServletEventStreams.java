package org.partita.web.tail;

import static java.util.Objects.requireNonNull;

import java.io.IOException;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.AsyncResponse;

import org.partita.web.http.ClientConnection;

/** Streams over the asynchronous output of the servlet container. */
@Dependent
public class ServletEventStreams implements EventStreams {
    private final HttpServletRequest request;

    @Inject
    public ServletEventStreams(HttpServletRequest request) {
        this.request = requireNonNull(request, "request");
    }

    @Override
    public boolean wantsBody() {
        return !request.getMethod().equals(HttpMethod.HEAD);
    }

    @Override
    public EventStream begin(AsyncResponse answer, String requestId) throws IOException {
        Object connection = request.getAttribute(ClientConnection.ATTRIBUTE);
        return ServletEventStream.begin(request.getAsyncContext(), answer, requestId,
            connection instanceof ClientConnection known ? known : () -> { });
    }
}
