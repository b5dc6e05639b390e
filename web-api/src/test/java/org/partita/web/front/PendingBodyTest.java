package org.partita.web.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;

import org.partita.core.execution.Budget;
import org.partita.web.metrics.RequestMeter;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.Problem;
import org.partita.web.testing.RecordedCalls;

class PendingBodyTest {
    private static final int BUDGET_BYTES = 4 << 10;
    private static final int LARGEST_BYTES = 100;
    private static final int UNKNOWN = -1;

    private final RecordedCalls container = new RecordedCalls();
    private final List<String> calls = container.calls();
    private final Budget budget = new Budget(BUDGET_BYTES);
    private final Parts input = new Parts();

    @Test
    void doesNotListenBeyondTheEndOfAnAnnouncedBody() throws IOException {
        PendingBody pending = pending(8);

        input.arrives("12345");
        pending.onDataAvailable();
        int askedForMore = input.refusals;
        input.arrives("678");
        pending.onDataAvailable();
        pending.onAllDataRead();

        assertThat(askedForMore).isEqualTo(1);
        assertThat(input.refusals).as("listened beyond the last byte").isEqualTo(1);
        assertThat(calls).contains("dispatch /v1");
    }

    @Test
    void listensForTheEndOfABodyOfUnknownLength() throws IOException {
        PendingBody pending = pending(UNKNOWN);

        input.arrives("12345");
        pending.onDataAvailable();

        assertThat(input.refusals).isEqualTo(1);
        assertThat(calls).doesNotContain("dispatch /v1");
    }

    @Test
    void anEndThatIsMissingIsRefusedAndHoldsNothing() throws IOException {
        PendingBody pending = pending(8);
        input.arrives("12345");
        pending.onDataAvailable();

        pending.onError(new IOException("the client has gone"));
        pending.onAllDataRead();

        assertThat(calls).contains("refused invalid-request", "complete").doesNotContain("dispatch /v1");
        assertThat(budget.tryReserve(BUDGET_BYTES)).isTrue();
    }

    @Test
    void aBodyThatCannotBeWaitedForIsAnsweredAtOnce() throws IOException {
        PendingBody pending = pending(8);

        pending.giveUp(new IllegalStateException("no thread for the deadline"));
        pending.onAllDataRead();

        assertThat(calls).contains("refused internal-error", "complete").doesNotContain("dispatch /v1");
    }

    @Test
    void aBodyLargerThanAllowedIsRefusedAsItComes() throws IOException {
        PendingBody pending = pending(UNKNOWN);

        input.arrives("x".repeat(LARGEST_BYTES + 1));
        pending.onDataAvailable();

        assertThat(calls).contains("refused request-too-large", "complete");
        assertThat(budget.tryReserve(BUDGET_BYTES)).isTrue();
    }

    @Test
    void aRequestThatCannotBeSentOnHoldsNothing() throws IOException {
        PendingBody pending = pending(5);
        input.arrives("12345");
        pending.onDataAvailable();
        container.returning("dispatch", () -> {
            throw new IllegalStateException("the context has ended");
        });

        pending.onAllDataRead();

        assertThat(calls).contains("refused internal-error", "complete");
        assertThat(budget.tryReserve(BUDGET_BYTES)).isTrue();
    }

    @Test
    void aRequestIsSentOnOnlyWhenTheContainersThreadHasLeft() throws IOException {
        Departure departure = new Departure();
        PendingBody pending = pending(5, departure);
        input.arrives("12345");
        pending.onDataAvailable();
        pending.onAllDataRead();
        boolean sentOnBefore = calls.contains("dispatch /v1");

        departure.gone();

        assertThat(sentOnBefore).isFalse();
        assertThat(calls).containsOnlyOnce("dispatch /v1");
    }

    @Test
    void bodyThatIsThereAfterAPauseOfTheProcessIsTakenAndALateOneIsRefused() throws IOException {
        Timers timers = new Timers();
        PendingBody late = pending(8);
        PendingBody there = pending(5);
        late.expireWith(timers, 30_000);
        there.expireWith(timers, 30_000);
        timers.fire();
        timers.fire();

        input.arrives("12345");
        there.onDataAvailable();
        there.onAllDataRead();
        boolean refusedBefore = calls.contains("refused request-timeout");
        timers.fireAll();

        assertThat(timers.delays).containsExactly(15_000L, 15_000L, 15_000L, 15_000L);
        assertThat(refusedBefore).isFalse();
        assertThat(calls).containsOnlyOnce("dispatch /v1", "refused request-timeout");
    }

    private PendingBody pending(long announcedBytes) {
        Departure departure = new Departure();
        departure.gone();
        return pending(announcedBytes, departure);
    }

    private PendingBody pending(long announcedBytes, Departure departure) {
        ProblemResponse answer = new ProblemResponse(container.of(HttpServletResponse.class), "r-1",
            container.of(RequestMeter.class));
        HttpServletRequest request = container.of(HttpServletRequest.class);
        container.returning("getServletPath", () -> "/v1");
        container.returning("getRequest", () -> request);
        container.returning("getResponse", () -> answer);
        return new PendingBody(container.of(AsyncContext.class), input, new ArrivedBody(budget), announcedBytes,
            LARGEST_BYTES, Problem.of(ErrorCode.REQUEST_TOO_LARGE, "too large"), departure);
    }

    /** What has arrived; counts how often it was asked with nothing there, which makes a container listen. */
    private static final class Parts extends ServletInputStream {
        private final Deque<Byte> bytes = new ArrayDeque<>();
        private int refusals;

        void arrives(String part) {
            for (byte one : part.getBytes(StandardCharsets.US_ASCII)) bytes.addLast(one);
        }

        @Override
        public boolean isReady() {
            if (bytes.isEmpty()) refusals++;
            return !bytes.isEmpty();
        }

        @Override
        public int read() {
            return bytes.isEmpty() ? -1 : bytes.removeFirst();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int count = 0;
            while (count < length && !bytes.isEmpty()) target[offset + count++] = bytes.removeFirst();
            return count == 0 ? -1 : count;
        }

        @Override
        public boolean isFinished() {
            return false;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("the body is given its parts by the test");
        }
    }

    /** Runs what is due when it is told so. */
    private static final class Timers extends ScheduledThreadPoolExecutor {
        private final List<Long> delays = new ArrayList<>();
        private final Deque<Runnable> due = new ArrayDeque<>();

        Timers() {
            super(0);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            delays.add(unit.toMillis(delay));
            due.addLast(task);
            return super.schedule(() -> { }, 1, TimeUnit.DAYS);
        }

        void fire() {
            due.removeFirst().run();
        }

        void fireAll() {
            while (!due.isEmpty()) fire();
            shutdownNow();
        }
    }
}
