package org.partita.web.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.partita.core.execution.Budget;

class ArrivedBodyTest {
    private static final int LIMIT_BYTES = 1 << 20;

    private final Budget budget = new Budget(LIMIT_BYTES);
    private final ArrivedBody body = new ArrivedBody(budget);

    @Test
    void bytesComeOutAsTheyCameInAndGiveTheirRoomBack() throws IOException {
        byte[] sent = new byte[300_000];
        new Random(7).nextBytes(sent);
        for (int done = 0; done < sent.length; done += 777) {
            byte[] step = Arrays.copyOfRange(sent, done, Math.min(done + 777, sent.length));
            assertThat(body.append(step, step.length)).isTrue();
        }
        long held = budget.used();

        assertThat(body.available()).isEqualTo(sent.length);
        assertThat(body.readNBytes(150_000)).isEqualTo(Arrays.copyOf(sent, 150_000));
        long heldHalfway = budget.used();
        assertThat(body.readAllBytes()).isEqualTo(Arrays.copyOfRange(sent, 150_000, sent.length));

        assertThat(body.read()).isNegative();
        assertThat(held).isBetween(300_000L, 300_000L + (64 << 10));
        assertThat(heldHalfway).isLessThan(held);
        assertThat(budget.used()).isZero();
    }

    @Test
    void singleBytesTakeLittleMoreThanTheyAre() {
        for (int i = 0; i < 1_000; i++) body.append(new byte[1], 1);

        assertThat(body.arrivedBytes()).isEqualTo(1_000);
        assertThat(budget.used()).isEqualTo(1_024);
    }

    @Test
    void whatHasNoRoomIsRefusedAndClosingGivesBackTheRest() {
        boolean fits = body.append(new byte[LIMIT_BYTES + 1], LIMIT_BYTES + 1);

        body.close();
        body.close();

        assertThat(fits).isFalse();
        assertThat(budget.used()).isZero();
    }

    @Test
    void nothingIsTakenAfterClosing() {
        body.append(new byte[10], 10);
        body.close();

        assertThat(body.append(new byte[10], 10)).isFalse();
        assertThat(budget.used()).isZero();
    }
}
