package org.partita.web.problem;

import java.lang.System.Logger.Level;

import jakarta.ws.rs.core.HttpHeaders;

import org.partita.web.http.RequestIdFilter;

/** The one place where a failure that clients see only as a request id is written with its stack. */
final class FailureLog {
    private static final System.Logger LOG = System.getLogger(FailureLog.class.getName());

    private FailureLog() {
    }

    static void write(HttpHeaders headers, Throwable failure) {
        write(headers.getHeaderString(RequestIdFilter.HEADER), failure);
    }

    static void write(String requestId, Throwable failure) {
        LOG.log(Level.ERROR, () -> "request " + requestId + " failed", failure);
    }
}
