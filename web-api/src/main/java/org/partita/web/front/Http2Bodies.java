package org.partita.web.front;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.Semaphore;

import jakarta.servlet.http.HttpServletRequest;

import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.Problem;

/**
 * Bodies that come in HTTP/2, or with a request that asks to go on in it, as the first one of a Java client does.
 *
 * <p>If such a body is read without a thread, the server breaks the connection or loses a part of the body. So these
 * hold a thread each, and only a few of them may at a time: far fewer than the server has.
 */
final class Http2Bodies {
    private static final int AT_A_TIME = 32;

    private final Semaphore permits = new Semaphore(AT_A_TIME);

    static boolean concerns(HttpServletRequest request) {
        return !request.getProtocol().startsWith("HTTP/1") || asksForHttp2(request);
    }

    private static boolean asksForHttp2(HttpServletRequest request) {
        return Collections.list(request.getHeaders("Upgrade")).stream().flatMap(each -> Arrays.stream(each.split(",")))
            .anyMatch(protocol -> protocol.strip().equalsIgnoreCase("h2c"));
    }

    /** Serves the request on this thread, or refuses it if too many are being served so. */
    void serve(ProblemResponse answer, Service service) throws IOException {
        if (!permits.tryAcquire()) {
            answer.send(Problem.of(ErrorCode.LEADER_UNAVAILABLE, "Too many requests in HTTP/2 wait for their body. "
                + "Nothing was stored by this request; try again after Retry-After, or in HTTP/1.1."));
            return;
        }
        try {
            service.run();
        } finally {
            permits.release();
        }
    }

    /** What becomes of a request that may go on. */
    interface Service {
        void run() throws IOException;
    }
}
