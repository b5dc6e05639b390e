package org.partita.web.front;

import java.io.IOException;

import jakarta.inject.Inject;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.partita.web.http.RequestId;
import org.partita.web.metrics.RequestMeter;
import org.partita.web.problem.Problems;

/** The container's error page: answers what the container refuses before any filter, for example {@code /WEB-INF}. */
@WebServlet(urlPatterns = "/error", asyncSupported = true)
public class ErrorServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final int NOT_FOUND = 404;

    @Inject
    private transient RequestMeter meter;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        boolean asked = request.getDispatcherType() != DispatcherType.ERROR || !(status instanceof Integer);
        String id = RequestId.orNew(request.getHeader(RequestId.HEADER));
        new ProblemResponse(response, id, meter).send(Problems.ofStatus(asked ? NOT_FOUND : (Integer) status));
    }
}
