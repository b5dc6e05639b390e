package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;

/** A request that was sent on when its body had arrived: it has that body, and the address it came with. */
final class ArrivedRequest extends HttpServletRequestWrapper {
    private final Stream stream;
    private final RequestAddress address;

    ArrivedRequest(HttpServletRequest request, ArrivedBody body) {
        super(request);
        this.stream = new Stream(requireNonNull(body, "body"));
        this.address = (RequestAddress) request.getAttribute(RequestAddress.ATTRIBUTE);
    }

    @Override
    public ServletInputStream getInputStream() {
        return stream;
    }

    @Override
    public String getRequestURI() {
        return address.uri();
    }

    @Override
    public StringBuffer getRequestURL() {
        return new StringBuffer(address.url());
    }

    @Override
    public String getQueryString() {
        return address.query();
    }

    @Override
    public String getServletPath() {
        return address.servletPath();
    }

    @Override
    public String getPathInfo() {
        return address.pathInfo();
    }

    /** The body as servlets read it; all of it is here, so nobody has to wait. */
    private static final class Stream extends ServletInputStream {
        private final ArrivedBody body;

        Stream(ArrivedBody body) {
            this.body = body;
        }

        @Override
        public int read() {
            return body.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return body.read(target, offset, length);
        }

        @Override
        public int available() {
            return body.available();
        }

        @Override
        public boolean isFinished() {
            return body.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("the body is here already; read it");
        }
    }
}
