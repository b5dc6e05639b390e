package org.partita.web.stream;

import java.io.IOException;

import jakarta.ws.rs.container.AsyncResponse;

/** Makes the answer to a request a stream of events. */
public interface EventStreams {
    String MEDIA_TYPE = "text/event-stream";

    /** Whether the request under way is not for the headers alone. JAX-RS itself shows a HEAD as a GET. */
    boolean wantsBody();

    /**
     * Sends status and headers. On the request thread, for a request that is suspended.
     *
     * @param answer of the request; resumed when the stream is closed
     * @param requestId for the answer's header
     */
    EventStream begin(AsyncResponse answer, String requestId) throws IOException;
}
