package org.partita.wire.server;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;

/** What a listener does with requests. Called on event loops, so nothing here may block. */
public interface RequestHandler {
    /**
     * Asked when the first bytes of a request are there, before memory is taken for it.
     *
     * @throws MalformedRequestException if there is nothing to say to such a request; the connection is closed
     */
    RequestRule rule(short apiKey, short apiVersion);

    /**
     * Handles one request. Those of one connection come in the order in which they were sent.
     *
     * @param request without its length; valid until the stage completes; of one that
     *     {@link RequestRule#waits}, during this call
     * @param hurry completes if the client goes, or the listener ends, before the stage has completed: what is waited
     *     for need not come any more
     * @return completes on any thread; if it fails the connection is closed
     * @throws MalformedRequestException if these bytes are no request; the connection is closed
     */
    CompletionStage<Answer> handle(ByteBuffer request, CompletionStage<Void> hurry);
}
