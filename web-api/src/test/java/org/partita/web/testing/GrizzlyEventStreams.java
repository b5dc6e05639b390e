package org.partita.web.testing;

import java.io.IOException;

import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.ws.rs.container.AsyncResponse;
import org.glassfish.grizzly.WriteHandler;
import org.glassfish.grizzly.http.io.NIOOutputStream;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.jersey.internal.util.collection.Ref;

import org.partita.web.http.RequestIdFilter;
import org.partita.web.tail.EventStream;
import org.partita.web.tail.EventStreams;

/** Streams straight over the HTTP server that Payara uses, for tests without a servlet container. */
final class GrizzlyEventStreams implements EventStreams {
    private final Provider<Ref<Response>> responses;

    @Inject
    GrizzlyEventStreams(Provider<Ref<Response>> responses) {
        this.responses = responses;
    }

    @Override
    public boolean wantsBody() {
        return !responses.get().get().getRequest().getMethod().getMethodString().equals("HEAD");
    }

    @Override
    public EventStream begin(AsyncResponse answer, String requestId) throws IOException {
        Response response = responses.get().get();
        response.setStatus(200);
        response.setContentType(MEDIA_TYPE + ";charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader(RequestIdFilter.HEADER, requestId);
        response.flush();
        return new Stream(response, response.createOutputStream());
    }

    private static final class Stream implements EventStream, WriteHandler {
        private final Response response;
        private final NIOOutputStream out;
        private volatile Listener listener;

        Stream(Response response, NIOOutputStream out) {
            this.response = response;
            this.out = out;
        }

        @Override
        public void listen(Listener to) {
            listener = to;
            to.ready();
        }

        @Override
        public boolean isReady() {
            if (out.canWrite()) return true;
            out.notifyCanWrite(this);
            return false;
        }

        @Override
        public void onWritePossible() {
            listener.ready();
        }

        @Override
        public void onError(Throwable cause) {
            listener.failed(cause);
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
            response.resume();
        }

        @Override
        public void abort() {
            response.getRequest().getContext().getConnection().terminateSilently();
            response.resume();
        }
    }
}
