package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;

import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.Problem;
import org.partita.web.problem.Problems;

/**
 * One request whose body is on its way. Ends once: sent on, refused, or given up with its client.
 *
 * <p>The container calls it when bytes are there, a timer when they are late; whoever settles it first decides.
 */
final class PendingBody implements ReadListener {
    private static final System.Logger LOG = System.getLogger(PendingBody.class.getName());
    private static final int STEP_BYTES = 16 << 10;

    private final AsyncContext exchange;
    private final ServletInputStream input;
    private final ArrivedBody body;
    private final long announcedBytes;
    private final long maxBytes;
    private final Problem tooLarge;
    private final Departure departure;
    private final String onward;
    private final AtomicBoolean settled = new AtomicBoolean();
    private volatile Future<?> deadline;

    /**
     * @param announcedBytes how large the client said it is; negative if it did not say
     * @param maxBytes how large it may get as it comes
     * @param tooLarge the answer if it gets larger
     * @param departure of the thread that received the request, which goes on when its body is here
     */
    PendingBody(AsyncContext exchange, ServletInputStream input, ArrivedBody body, long announcedBytes,
                long maxBytes, Problem tooLarge, Departure departure) {
        this.exchange = requireNonNull(exchange, "exchange");
        this.input = requireNonNull(input, "input");
        this.body = requireNonNull(body, "body");
        this.announcedBytes = announcedBytes;
        this.maxBytes = maxBytes;
        this.tooLarge = requireNonNull(tooLarge, "tooLarge");
        this.departure = requireNonNull(departure, "departure");
        this.onward = ((HttpServletRequest) exchange.getRequest()).getServletPath();
    }

    /**
     * Refuses the body unless it arrives in time. In two steps: after a process stood still, for as long as it may be,
     * what has arrived meanwhile still has the second one to be taken.
     */
    void expireWith(ScheduledExecutorService timers, long millis) {
        long lastMillis = millis / 2;
        deadline = timers.schedule(() -> {
            if (settled.get()) return;
            deadline = timers.schedule(() -> refuse(late(millis)), lastMillis, TimeUnit.MILLISECONDS);
            if (settled.get()) deadline.cancel(false);
        }, millis - lastMillis, TimeUnit.MILLISECONDS);
    }

    /**
     * Asks for more only while more is announced: asking makes the container listen for it, and what it then hears is
     * the next request, on a second thread beside the one that still ends this request.
     */
    @Override
    public void onDataAvailable() throws IOException {
        byte[] step = new byte[STEP_BYTES];
        while (!settled.get() && body.arrivedBytes() != announcedBytes && input.isReady()) {
            int count = input.read(step);
            if (count < 0) return;
            if (body.arrivedBytes() + count > maxBytes) refuse(tooLarge);
            else if (!body.append(step, count)) refuse(noRoom());
        }
    }

    @Override
    public void onAllDataRead() {
        if (!settle()) return;
        exchange.getRequest().setAttribute(ArrivedBody.ATTRIBUTE, body);
        departure.afterwards(this::sendOn);
    }

    private void sendOn() {
        try {
            exchange.dispatch(onward);
        } catch (RuntimeException notSentOn) {
            LOG.log(Level.ERROR, "a request cannot be sent on", notSentOn);
            end(Problems.internalError());
        }
    }

    /** The client has gone or sent something else than announced. Without an answer of ours it would be a success. */
    @Override
    public void onError(Throwable failure) {
        LOG.log(Level.DEBUG, "a request body did not arrive", failure);
        refuse(broken());
    }

    /** Nothing will call it: without an answer now there would be none. */
    void giveUp(Throwable failure) {
        LOG.log(Level.ERROR, "a request body cannot be waited for", failure);
        refuse(Problems.internalError());
    }

    private void refuse(Problem problem) {
        if (settle()) end(problem);
    }

    private void end(Problem problem) {
        body.close();
        try {
            ProblemResponse answer = (ProblemResponse) exchange.getResponse();
            answer.setHeader("Connection", "close");
            answer.send(problem);
        } catch (IOException clientHasGone) {
            LOG.log(Level.DEBUG, "a refusal did not reach its client", clientHasGone);
        }
        exchange.complete();
    }

    private boolean settle() {
        if (!settled.compareAndSet(false, true)) return false;
        Future<?> running = deadline;
        if (running != null) running.cancel(false);
        return true;
    }

    private static Problem late(long millis) {
        return Problem.of(ErrorCode.REQUEST_TIMEOUT, "The body did not arrive within " + millis + " ms. Nothing was "
            + "stored by this request; send it again, faster or in smaller requests.");
    }

    private static Problem broken() {
        return Problem.of(ErrorCode.INVALID_REQUEST, "The body ended before its length, or is not chunked as "
            + "Transfer-Encoding says. Nothing was stored by this request; send it again as a whole.");
    }

    private static Problem noRoom() {
        return Problem.of(ErrorCode.LEADER_UNAVAILABLE, "This broker holds as many bytes of request bodies as it may. "
            + "Nothing was stored by this request; try again after Retry-After, or send smaller requests.");
    }
}
