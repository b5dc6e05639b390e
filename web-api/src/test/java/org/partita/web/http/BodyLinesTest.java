package org.partita.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.partita.core.execution.Budget;
import org.partita.web.problem.ProblemException;

class BodyLinesTest {
    private static final long LONG_MILLIS = 600_000;
    private final Budget budget = new Budget(1_000);

    @Test
    void linesAreCutAtLineFeedsWhateverTheStepsOfTheBody() throws IOException {
        BodyLines lines = lines(new OneByteAtATime("a\n\nbc\r\nd"), LONG_MILLIS);

        assertThat(all(lines)).containsExactly("a", "", "bc\r", "d");
    }

    @Test
    void lineFeedAtTheEndBeginsNoLine() throws IOException {
        assertThat(all(lines(body("a\n"), LONG_MILLIS))).containsExactly("a");
        assertThat(all(lines(body(""), LONG_MILLIS))).isEmpty();
    }

    @Test
    void whatWasReadIsHeldUntilItIsReleased() throws IOException {
        AtomicInteger closed = new AtomicInteger();
        BodyLines lines = new BodyLines(body("abc\nde\nf"), 100, budget, LONG_MILLIS, closed::incrementAndGet);
        lines.next();
        lines.next();
        assertThat(budget.used()).isEqualTo(5).isEqualTo(lines.heldBytes());
        lines.release();
        assertThat(budget.used()).isZero();
        lines.next();

        lines.close();
        lines.close();

        assertThat(budget.used()).isZero();
        assertThat(closed).hasValue(1);
    }

    @Test
    void lineAboveItsLimitOrWithoutRoomIsRefusedAndHeldNoLonger() throws IOException {
        BodyLines longLine = lines(body("x".repeat(101)), LONG_MILLIS);
        assertThatThrownBy(longLine::next).isInstanceOf(ProblemException.class)
            .extracting("code").isEqualTo("request-too-large");
        longLine.close();
        budget.reserve(990);

        BodyLines noRoom = lines(body("x".repeat(20)), LONG_MILLIS);

        assertThatThrownBy(noRoom::next).isInstanceOf(ProblemException.class)
            .extracting("code").isEqualTo("leader-unavailable");
        noRoom.close();
        assertThat(budget.used()).isEqualTo(990);
    }

    @Test
    void senderThatIsTooSlowIsRefused() throws IOException {
        BodyLines lines = lines(new Slow("a\nb\n"), 1);
        lines.next();

        assertThatThrownBy(lines::next).isInstanceOf(ProblemException.class)
            .extracting("code").isEqualTo("request-timeout");
    }

    private BodyLines lines(InputStream body, long partMillis) {
        return new BodyLines(body, 100, budget, partMillis, () -> { });
    }

    private static List<String> all(BodyLines lines) throws IOException {
        List<String> all = new ArrayList<>();
        for (Optional<byte[]> line = lines.next(); line.isPresent(); line = lines.next()) {
            all.add(new String(line.get(), UTF_8));
        }
        return all;
    }

    private static InputStream body(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    private static class OneByteAtATime extends ByteArrayInputStream {
        OneByteAtATime(String text) {
            super(text.getBytes(UTF_8));
        }

        @Override
        public int read(byte[] target) {
            return read(target, 0, 1);
        }
    }

    /** Gives a line and takes longer than it may. */
    private static final class Slow extends OneByteAtATime {
        Slow(String text) {
            super(text);
        }

        @Override
        public int read(byte[] target) {
            long untilNanos = System.nanoTime() + 3_000_000;
            while (System.nanoTime() < untilNanos) LockSupport.parkNanos(untilNanos - System.nanoTime());
            return read(target, 0, 2);
        }
    }
}
