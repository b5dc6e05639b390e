package org.partita.web.tail;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

import org.partita.web.http.ClientConnection;
import org.partita.web.http.RequestIdFilter;

/** One answer of the servlet container. */
final class ServletEventStream implements EventStream {
    private static final System.Logger LOG = System.getLogger(ServletEventStream.class.getName());

    private final AsyncResponse answer;
    private final ServletOutputStream out;
    private final ClientConnection connection;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ServletEventStream(AsyncResponse answer, ServletOutputStream out, ClientConnection connection) {
        this.answer = answer;
        this.out = out;
        this.connection = connection;
    }

    static ServletEventStream begin(AsyncContext request, AsyncResponse answer, String requestId,
                                    ClientConnection connection) throws IOException {
        request.setTimeout(0);
        HttpServletResponse response = (HttpServletResponse) request.getResponse();
        response.setStatus(HttpServletResponse.SC_OK);
        response.setContentType(EventStreams.MEDIA_TYPE);
        response.setCharacterEncoding("UTF-8");
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setHeader(RequestIdFilter.HEADER, requestId);
        response.flushBuffer();
        return new ServletEventStream(answer, response.getOutputStream(), connection);
    }

    @Override
    public void listen(Listener listener) {
        out.setWriteListener(new WriteListener() {
            @Override
            public void onWritePossible() {
                listener.ready();
            }

            @Override
            public void onError(Throwable cause) {
                listener.failed(cause);
            }
        });
    }

    @Override
    public boolean isReady() {
        return out.isReady();
    }

    /** In a copy: the server keeps the array it was given last for as long as the answer lasts. */
    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(Arrays.copyOfRange(bytes, from, from + length));
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) resume();
    }

    /** The connection first: else the end of the answer would wait for a client that does not read. */
    @Override
    public void abort() {
        if (!closed.compareAndSet(false, true)) return;
        try {
            connection.abort();
        } finally {
            resume();
        }
    }

    /** By way of JAX-RS, which has suspended the request: status and headers are sent already and stay as they are. */
    private void resume() {
        try {
            answer.resume(Response.ok().build());
        } catch (RuntimeException serverEnds) {
            LOG.log(Level.DEBUG, "a tail is left to the server, which ends before it", serverEnds);
        }
    }
}
