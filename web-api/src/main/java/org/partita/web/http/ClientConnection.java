package org.partita.web.http;

/** What an answer goes out by: the connection of its client, in HTTP/2 the stream. */
@FunctionalInterface
public interface ClientConnection {
    /** Name of the request attribute that has it, where the server lets the application know it. */
    String ATTRIBUTE = ClientConnection.class.getName();

    /** Ends it at once, whatever is still to be sent. Never waits. */
    void abort();
}
