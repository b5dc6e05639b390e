package org.partita.wire.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final OptionalLong NONE = OptionalLong.empty();
    private static final int MIB = 1 << 20;

    private final Patience patience = new Patience(new WireTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(600),
        Duration.ofSeconds(20), Duration.ofSeconds(120)), 0);

    @Test
    void whoSaysNothingAtAllIsNotWaitedForAsLongAsWhoWasHeardOf() {
        assertThat(lost(30)).isEmpty();
        assertThat(lost(31)).hasValueSatisfying(why -> assertThat(why).contains("no request"));

        patience.frameComplete(seconds(31));

        assertThat(lost(631)).isEmpty();
        assertThat(lost(632)).hasValueSatisfying(why -> assertThat(why).contains("idle"));
    }

    @Test
    void aRequestHasItsTimeFromItsFirstByteHoweverItsBytesCome() {
        for (int second = 0; second <= 30; second++) patience.frameGrew(100, seconds(second));

        assertThat(lost(30)).isEmpty();
        assertThat(lost(31)).hasValueSatisfying(why -> assertThat(why).contains("slowly"));
    }

    @Test
    void aLargeRequestHasMoreTime() {
        patience.frameGrew(10 * MIB, 0);

        assertThat(lost(40)).isEmpty();
        assertThat(lost(41)).isPresent();
    }

    @Test
    void aPauseOfOursDoesNotCount() {
        patience.frameGrew(100, 0);

        assertThat(patience.lost(seconds(100), NONE, false)).isEmpty();
        patience.resumed(seconds(100));
        assertThat(lost(130)).isEmpty();
        assertThat(lost(131)).isPresent();
    }

    @Test
    void roomForARequestIsWaitedForAsLongAsForTheRequest() {
        patience.memoryNeeded(0);
        patience.memoryNeeded(seconds(20));

        assertThat(patience.lost(seconds(30), NONE, true)).isEmpty();
        assertThat(patience.lost(seconds(31), NONE, true))
            .hasValueSatisfying(why -> assertThat(why).contains("room"));
    }

    @Test
    void whoseAnswersMoveIsWaitedForHoweverSlowlyTheyDo() {
        for (int second = 0; second < 100; second += 10) patience.output(1_000, second, seconds(second));
        assertThat(lost(100)).isEmpty();

        patience.output(1_000, 90, seconds(100));
        patience.output(1_000, 90, seconds(111));

        assertThat(lost(111)).hasValueSatisfying(why -> assertThat(why).contains("does not read"));
    }

    @Test
    void aRequestThatIsHandledKeepsTheConnectionUpToADeadline() {
        patience.frameComplete(0);

        assertThat(patience.lost(seconds(120), OptionalLong.of(0), true)).isEmpty();
        assertThat(patience.lost(seconds(121), OptionalLong.of(0), true))
            .hasValueSatisfying(why -> assertThat(why).contains("no answer"));
    }

    private Optional<String> lost(long second) {
        return patience.lost(seconds(second), NONE, true);
    }

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
