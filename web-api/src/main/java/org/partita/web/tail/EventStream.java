package org.partita.web.tail;

import java.io.IOException;

/** The body of one answer, written without ever waiting for the client. Used by one thread at a time. */
public interface EventStream {
    /** Hears of the client, on any thread. */
    interface Listener {
        /** A write is taken: at first, and again after {@link EventStream#isReady} said no. */
        void ready();

        /** The client is gone. */
        void failed(Throwable cause);
    }

    /** To be called once, before anything else. */
    void listen(Listener listener);

    /** Whether the next write or flush is taken without waiting. If not, the listener hears when it will be. */
    boolean isReady();

    /** Only when ready. The bytes must not be changed afterwards. */
    void write(byte[] bytes, int from, int length) throws IOException;

    /** Only when ready. */
    void flush() throws IOException;

    /** Ends the answer. Only when ready. Never waits. */
    void close();

    /** Breaks the answer off, whatever of it is still to be sent. Never waits. */
    void abort();
}
