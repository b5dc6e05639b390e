package org.partita.web.fetch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.ws.rs.container.AsyncResponse;

import org.partita.web.http.OneInstance;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.ProblemException;

/**
 * Reads that wait for messages. When the process ends they are answered at once: the broker would do so only when
 * nobody can write an answer any more. The broker bounds their number. Thread-safe.
 */
@OneInstance
public class WaitingReads {
    private final Set<AsyncResponse> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    /** Whoever answers takes it out again. */
    void add(AsyncResponse answer) {
        waiting.add(answer);
        if (ended) refuse(answer);
    }

    void remove(AsyncResponse answer) {
        waiting.remove(answer);
    }

    /** Answers those that wait, and those that come later. */
    public void end() {
        ended = true;
        waiting.forEach(WaitingReads::refuse);
    }

    private static void refuse(AsyncResponse answer) {
        answer.resume(new ProblemException(ErrorCode.LEADER_UNAVAILABLE, "The broker is stopping. Read on from the "
            + "same offset when it is back, or at another broker."));
    }
}
