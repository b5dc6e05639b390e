package org.partita.web.tail;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;

import org.partita.web.http.RequestIdFilter;

/** One answer of the servlet container. */
final class ServletEventStream implements EventStream {
    private final AsyncContext request;
    private final ServletOutputStream out;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ServletEventStream(AsyncContext request, ServletOutputStream out) {
        this.request = request;
        this.out = out;
    }

    static ServletEventStream begin(AsyncContext request, String requestId) throws IOException {
        request.setTimeout(0);
        HttpServletResponse response = (HttpServletResponse) request.getResponse();
        response.setStatus(HttpServletResponse.SC_OK);
        response.setContentType(EventStreams.MEDIA_TYPE);
        response.setCharacterEncoding("UTF-8");
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setHeader(RequestIdFilter.HEADER, requestId);
        response.flushBuffer();
        return new ServletEventStream(request, response.getOutputStream());
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

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) request.complete();
    }
}
