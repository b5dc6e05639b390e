package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.core.Response;

import org.partita.web.http.Refusals;
import org.partita.web.problem.Problem;

/** Refuses straight to the answer of the servlet container, which lives until the broker has stopped. */
@Dependent
public class ServletRefusals implements Refusals {
    private static final System.Logger LOG = System.getLogger(ServletRefusals.class.getName());

    private final HttpServletRequest request;

    @Inject
    public ServletRefusals(HttpServletRequest request) {
        this.request = requireNonNull(request, "request");
    }

    @Override
    public Consumer<Problem> of(AsyncResponse answer) {
        ServletResponse response = request.getAsyncContext().getResponse();
        return problem -> {
            if (response instanceof ProblemResponse direct) refuse(problem, direct, answer);
            else answer.resume(problem.toResponse());
        };
    }

    /** What fails behind the document that is sent (the metrics, JAX-RS) has ended with the application. */
    private static void refuse(Problem problem, ProblemResponse direct, AsyncResponse answer) {
        try {
            direct.send(problem);
        } catch (IOException | RuntimeException goneOrEnding) {
            LOG.log(Level.DEBUG, "a refusal went as far as the client or the server took it", goneOrEnding);
        }
        try {
            answer.resume(Response.status(problem.status()).build());
        } catch (RuntimeException serverEnds) {
            LOG.log(Level.DEBUG, "a refused request is left to the server, which ends before it", serverEnds);
        }
    }
}
