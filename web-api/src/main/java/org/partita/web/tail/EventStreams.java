package org.partita.web.tail;

import java.io.IOException;

/** Makes the answer to a request a stream of events. */
public interface EventStreams {
    String MEDIA_TYPE = "text/event-stream";

    /**
     * Sends status and headers. On the request thread, for a request that is suspended.
     *
     * @param requestId for the answer's header
     */
    EventStream begin(String requestId) throws IOException;
}
