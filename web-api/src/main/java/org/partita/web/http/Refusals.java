package org.partita.web.http;

import java.util.function.Consumer;

import jakarta.ws.rs.container.AsyncResponse;

import org.partita.web.problem.Problem;

/**
 * Refusals of requests that wait for the broker. They go past JAX-RS, which has ended when a broker that is stopped
 * tells those who wait.
 */
public interface Refusals {
    /**
     * How the request under way is refused later, once, on any thread.
     *
     * @param answer of the request, which is suspended; it ends with the refusal
     */
    Consumer<Problem> of(AsyncResponse answer);
}
