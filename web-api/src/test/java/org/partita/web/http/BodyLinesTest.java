package org.partita.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.partita.core.execution.Budget;
import org.partita.web.problem.ProblemException;
import org.partita.web.testing.Gzip;

class BodyLinesTest {
    private static final long PART_MILLIS = 5;
    private final Budget budget = new Budget(1_000);
    private long nowMillis = 1;

    @Test
    void linesAreCutAtLineFeedsWhateverTheStepsOfTheBody() throws IOException {
        BodyLines lines = lines(new OneByteAtATime("a\n\nbc\r\nd"));

        assertThat(all(lines)).containsExactly("a", "", "bc\r", "d");
    }

    @Test
    void lineFeedAtTheEndBeginsNoLine() throws IOException {
        assertThat(all(lines(body("a\n")))).containsExactly("a");
        assertThat(all(lines(body("")))).isEmpty();
    }

    @Test
    void whatWasReadIsHeldUntilItIsReleased() throws IOException {
        AtomicInteger closed = new AtomicInteger();
        ArrivingBytes arriving = arriving(body("abc\nde\nf"), -1);
        BodyLines lines = new BodyLines(arriving, arriving, 100, budget, closed::incrementAndGet);
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
        BodyLines longLine = lines(body("x".repeat(101)));
        assertThatThrownBy(longLine::next).isInstanceOf(ProblemException.class)
            .extracting("code").isEqualTo("request-too-large");
        longLine.close();
        budget.reserve(990);

        BodyLines noRoom = lines(body("x".repeat(20)));

        assertThatThrownBy(noRoom::next).isInstanceOf(ProblemException.class)
            .extracting("code").isEqualTo("leader-unavailable");
        noRoom.close();
        assertThat(budget.used()).isEqualTo(990);
    }

    @Test
    void senderThatIsTooSlowIsRefused() throws IOException {
        BodyLines lines = lines(new Slow("a\nb\nc\nd\n", PART_MILLIS + 1));
        lines.next();
        lines.beginPart();
        lines.next();

        assertThatThrownBy(lines::next).isInstanceOf(ProblemException.class)
            .extracting("code").isEqualTo("request-timeout");
    }

    @Test
    void releasedLinesGiveNoMoreTime() throws IOException {
        BodyLines lines = lines(new Slow("\n\n\n\n\n\n", PART_MILLIS / 2));
        for (int i = 0; i < 2; i++) {
            lines.next();
            lines.release();
        }

        assertThatThrownBy(() -> all(lines)).isInstanceOf(ProblemException.class)
            .extracting("code").isEqualTo("request-timeout");
    }

    @Test
    void slowBytesThatDecompressToNothingAreRefused() {
        byte[] nothing = Gzip.of("");
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        for (int i = 0; i < 100; i++) members.writeBytes(nothing);
        ArrivingBytes arriving = arriving(new Slow(members.toString(ISO_8859_1), 1), -1);
        BodyLines lines = new BodyLines(arriving, new GzipBody(arriving), 100, budget, () -> { });

        assertThatThrownBy(lines::next).isInstanceOf(ProblemException.class)
            .extracting("code").isEqualTo("request-timeout");
    }

    @Test
    void bodyThatEndsBeforeItsLengthOrBreaksIsRefusedAtTheLineItCuts() throws IOException {
        BodyLines cut = lines(arriving(body("a\nb"), 4));
        BodyLines broken = lines(arriving(new Broken("a\nb"), -1));

        for (BodyLines each : List.of(cut, broken)) {
            assertThat(each.next()).isPresent();
            assertThatThrownBy(each::next).isInstanceOf(ProblemException.class)
                .hasMessageContaining("broke off").hasMessageContaining("in results")
                .extracting("code").isEqualTo("invalid-request");
        }
    }

    @Test
    void gzipThatEndsEarlyIsNotCalledDamaged() {
        byte[] whole = Gzip.of("{\"payload\":1}");
        ArrivingBytes cut = arriving(new ByteArrayInputStream(whole, 0, whole.length - 3), whole.length - 3);
        ArrivingBytes damaged = arriving(body("no gzip"), -1);

        assertThatThrownBy(new BodyLines(cut, new GzipBody(cut), 100, budget, () -> { })::next)
            .hasMessageContaining("ended early");
        assertThatThrownBy(new BodyLines(damaged, new GzipBody(damaged), 100, budget, () -> { })::next)
            .hasMessageContaining("not valid gzip: other bytes at its begin.");
    }

    private BodyLines lines(InputStream body) {
        return lines(arriving(body, -1));
    }

    private BodyLines lines(ArrivingBytes arriving) {
        return new BodyLines(arriving, arriving, 100, budget, () -> { });
    }

    private ArrivingBytes arriving(InputStream body, long announcedBytes) {
        return new ArrivingBytes(body, announcedBytes, PART_MILLIS, () -> nowMillis * 1_000_000);
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

    private static final class OneByteAtATime extends ByteArrayInputStream {
        OneByteAtATime(String text) {
            super(text.getBytes(UTF_8));
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return super.read(target, offset, 1);
        }
    }

    /** Gives two bytes at a time, and takes its time for them. */
    private final class Slow extends ByteArrayInputStream {
        private final long stepMillis;

        Slow(String bytes, long stepMillis) {
            super(bytes.getBytes(ISO_8859_1));
            this.stepMillis = stepMillis;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            nowMillis += stepMillis;
            return super.read(target, offset, Math.min(2, length));
        }
    }

    /** Its connection breaks where it should end. */
    private static final class Broken extends FilterInputStream {
        Broken(String text) {
            super(body(text));
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = super.read(target, offset, length);
            if (count < 0) throw new IOException("connection reset");
            return count;
        }
    }
}
